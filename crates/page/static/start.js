// The beginning of the static page. From a folder the worker and the module come as a script, before the page itself.
// From a host the module is fetched ahead of the worker that wants it, and the page can be installed; from a folder
// neither works, and a browser would complain.
(() => {
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  const page = () => add("script", { src: "app.js" });
  if (location.protocol === "file:") return add("script", { src: "folder.js", onload: page });
  add("link", { rel: "preload", href: "lastbite.wasm", as: "fetch", crossOrigin: "anonymous" });
  add("link", { rel: "manifest", href: "manifest.webmanifest" });
  page();
})();
