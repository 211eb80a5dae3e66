// The engine: one call, text in and JSON out. There are two, which answer alike: a server, or the library as
// wasm in workers.
//
//   ask(name, parameters, { body })        -> object, or text for a picture; throws EngineError with a sentence
//   stop()                                 -> cancels all work
//   drop()                                 -> the same, but work that ends within a moment may end, and is remembered
//   watch(listener)                        -> listener(share) while it works
//   warm()                                 -> gets ready for the first heavy question

import { FIRST } from "./first.js";

export class EngineError extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
    this.stopped = status === 0;
  }
}

// What is answered at once; everything else may take a while.
const LIGHT = FIRST.light;

const STOPPED = () => new EngineError(0, "Stopped.");

// Parameters are an object, or a text as an address has it.
function written(parameters) {
  if (typeof parameters === "string") return parameters;
  const given = Object.entries(parameters).filter(([, value]) => value !== "" && value != null);
  // The plus sign that joins games stays as it is, and a space is %20.
  return new URLSearchParams(given).toString().replaceAll("+", "%20");
}

function understood(status, body, name) {
  if (status === 200) return name.endsWith(".svg") ? body : JSON.parse(body);
  let sentence = "The engine did not answer.";
  try {
    sentence = JSON.parse(body).error;
  } catch {
    // Without JSON there is no sentence either.
  }
  throw new EngineError(status, sentence);
}

// Asks a server.
class ServerEngine {
  constructor() {
    this.running = new Map();
    this.listener = () => {};
    this.words = "The solver runs on this server; your moves go nowhere else.";
  }

  watch(listener) {
    this.listener = listener;
  }

  warm() {}

  // Polls the progress of an answer that takes longer than a moment.
  follow(question, signal) {
    const look = async () => {
      if (signal.aborted || !this.running.has(signal)) return;
      try {
        const { share } = await (await fetch(`api/progress/${question}`, { signal })).json();
        if (share !== null && this.running.has(signal)) this.listener(share);
      } catch {
        // The answer may still come without its progress.
      }
      setTimeout(look, 300);
    };
    setTimeout(look, 300);
  }

  async ask(name, parameters = {}, { body } = {}) {
    const abort = new AbortController();
    const { signal } = abort;
    const heavy = !LIGHT.includes(name);
    if (heavy) this.running.set(signal, abort);
    try {
      const question = `${name}?${written(parameters)}`;
      const how = body === undefined ? {} : { method: "POST", body };
      if (heavy) this.follow(question, signal);
      const response = await fetch(`api/${question}`, { ...how, signal });
      return understood(response.status, await response.text(), name);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      if (signal.aborted) throw STOPPED();
      throw new EngineError(503, "The server does not answer. Is it still running?");
    } finally {
      this.running.delete(signal);
    }
  }

  stop() {
    for (const abort of this.running.values()) abort.abort();
  }

  drop() {
    this.stop();
  }
}

// How many milliseconds a worker gets to finish dropped work: a new worker would have forgotten all it
// solved.
const MOMENT = 300;

// Asks a worker, which answers questions one after another.
class Worked {
  constructor(start, listener) {
    this.start = start;
    this.listener = listener;
    this.waiting = new Map();
    this.dropped = new Set();
    this.tickets = 0;
    this.worker = null;
  }

  ask(name, parameters, body) {
    return new Promise((resolve, reject) => {
      const message = { ticket: ++this.tickets, name, query: written(parameters), body: body ?? "" };
      this.waiting.set(message.ticket, { message, resolve, reject });
      this.send(message);
    });
  }

  send(message) {
    if (!this.worker) {
      this.worker = this.start();
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.onerror = () => this.fail(new EngineError(500, "The solver could not be started in this browser."));
    }
    this.worker.postMessage(message);
  }

  hear(data) {
    if ("share" in data) return this.listener(data.share);
    const asked = this.waiting.get(data.ticket);
    this.waiting.delete(data.ticket);
    this.dropped.delete(data.ticket);
    try {
      asked?.resolve(understood(data.status, data.body, asked.message.name));
    } catch (error) {
      asked?.reject(error);
    }
  }

  drop() {
    const old = [...this.waiting];
    for (const [ticket, { reject }] of old) {
      this.waiting.delete(ticket);
      this.dropped.add(ticket);
      reject(STOPPED());
    }
    if (old.length) setTimeout(() => old.some(([ticket]) => this.dropped.has(ticket)) && this.restart(), MOMENT);
  }

  restart() {
    this.worker?.terminate();
    this.worker = null;
    this.dropped.clear();
    for (const { message } of this.waiting.values()) this.send(message);
  }

  fail(error) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.restart();
    for (const { reject } of waiting) reject(error);
  }
}

// Asks the library in this browser: one worker for quick questions, one for heavy ones.
class WasmEngine {
  constructor() {
    this.words = "The solver runs in your browser; nothing is sent anywhere.";
    this.listener = () => {};
    const start = () => startWorker();
    this.light = new Worked(start, () => {});
    this.heavy = new Worked(start, (share) => this.listener(share));
  }

  watch(listener) {
    this.listener = listener;
  }

  // Browsers optimise code that has run for a while, so a small game is solved ahead, which takes a twentieth
  // of a second.
  warm() {
    this.heavy.ask("analyze", { game: FIRST.games.games[0].examples[0] }).catch(() => {});
  }

  ask(name, parameters = {}, { body } = {}) {
    return (LIGHT.includes(name) ? this.light : this.heavy).ask(name, parameters, body);
  }

  stop() {
    if (this.heavy.waiting.size) this.heavy.fail(STOPPED());
  }

  drop() {
    this.heavy.drop();
  }
}

// A page opened from a folder cannot start workers or fetch files, so there the build has put both into a
// script.
function startWorker() {
  const folder = globalThis.LASTBITE_FOLDER;
  if (!folder) return new Worker("worker.js");
  const worker = new Worker(URL.createObjectURL(new Blob([folder.worker], { type: "text/javascript" })));
  worker.postMessage({ wasm: Uint8Array.from(atob(folder.wasm), (c) => c.charCodeAt(0)) });
  return worker;
}

export function makeEngine() {
  const kind = document.querySelector('meta[name="engine"]').content;
  return kind === "wasm" ? new WasmEngine() : new ServerEngine();
}
