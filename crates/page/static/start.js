// The other screens come as a second script.
let coming = null;
const later = () => (coming ??= new Promise((done, fail) => add("script", { src: "later.js", onload: () => done(globalThis.LASTBITE_LATER), onerror: () => fail(new Error("This screen could not be loaded.")) })));

// From a folder: the worker and the module come as a script. From a host: the module is fetched ahead of the
// worker that wants it, and the page can be installed; from a folder neither works, and a browser would
// complain.
const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
if (location.protocol === "file:") add("script", { src: "folder.js", onload: main });
else {
  add("link", { rel: "preload", href: "lastbite.wasm", as: "fetch", crossOrigin: "anonymous" });
  add("link", { rel: "manifest", href: "manifest.webmanifest" });
  main();
}
