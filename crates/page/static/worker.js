// The engine in a worker: the library as wasm. Questions come in, answers go out, one after another. The
// build puts what wasm-bindgen makes in front of this.

let engine = null;
let given = null;
let told = 0;

// The library calls this while it works; ten times a second is enough to see.
globalThis.lastbiteProgress = (share) => {
  const now = performance.now();
  if (now - told < 100) return;
  told = now;
  postMessage({ share });
};

async function started() {
  if (!engine) {
    engine = wasm_bindgen({ module_or_path: given ?? "lastbite.wasm" }).then(() => new wasm_bindgen.Engine());
  }
  return engine;
}

onmessage = async ({ data }) => {
  // From a folder nothing can be fetched, so the page passes in the module.
  if (data.wasm) {
    given = data.wasm;
    return;
  }
  const { ticket, name, query, body } = data;
  try {
    const answer = (await started()).ask(name, query, body);
    postMessage({ ticket, status: answer.status, body: answer.body });
    answer.free();
  } catch (error) {
    // A trap leaves the module in an unknown state: the next question gets a new one.
    engine = null;
    postMessage({ ticket, status: 500, body: JSON.stringify({ error: `The solver stopped (${error}).` }) });
  }
};
