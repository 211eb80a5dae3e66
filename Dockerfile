# The server: docker build -t lastbite . && docker run --rm -p 8080:8080 --read-only --memory 3g lastbite
# The images are named by what is in them, so that the same sources give the same server.
FROM rust:1.95-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS build
WORKDIR /build
# The dependencies first: they are compiled again only when the lock file changes, not with every line of ours.
COPY Cargo.toml Cargo.lock ./
COPY crates crates
RUN cargo fetch --locked
COPY README.md LICENSE-MIT LICENSE-APACHE ./
RUN --mount=type=cache,target=/build/target cargo build --profile dist --locked -p lastbite-cli && cp target/dist/lastbite /lastbite

# No shell, no package manager, not root.
FROM gcr.io/distroless/cc-debian12:nonroot@sha256:66aa873a4a14fb164aa01296058efd8253744606d72715e45acface073359faa
COPY --from=build /lastbite /usr/local/bin/lastbite
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/lastbite"]
CMD ["serve", "--bind", "0.0.0.0:8080", "--memory", "2G"]
