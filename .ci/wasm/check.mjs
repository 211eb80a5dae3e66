// Runs the library in Node, as a browser would: one solve, one session, one analysis.
import { readFile } from "node:fs/promises";

const module = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const { lost_positions, moves_of_a_session, distance } = module.instance.exports;
const check = (what, found, expected) => {
  if (found !== expected) throw new Error(`${what}: ${found}, not ${expected}`);
  console.log(`${what}: ${found}`);
};
const started = performance.now();
check("lost positions of 14x15", lost_positions(14, 15), 542874n);
console.log(`solved in ${(performance.now() - started).toFixed(0)} ms`);
check("plies of 8x10", distance(8, 10), 45);
const moves = moves_of_a_session(4, 5);
if (!(moves > 0n && moves < 20n)) throw new Error(`a session of ${moves} moves`);
console.log(`a session of ${moves} moves`);
