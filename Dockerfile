# The server: docker build -t lastbite . && docker run --rm -p 8080:8080 --read-only --memory 3g lastbite
# The newest Rust 1; 1.95 is needed.
FROM rust:1-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN cargo build --release --locked -p lastbite-cli && strip target/release/lastbite

# No shell, no package manager, not root.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /build/target/release/lastbite /usr/local/bin/lastbite
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/lastbite"]
CMD ["serve", "--bind", "0.0.0.0:8080", "--memory", "2G"]
