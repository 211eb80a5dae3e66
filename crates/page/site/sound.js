// Sounds, made here and not loaded: a bite crunches, a win rings. They are off until somebody switches them on.

import { setting } from "./settings.js";

let air = null;

function loudness(at, from, long) {
  const gain = air.createGain();
  gain.gain.setValueAtTime(from, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  gain.connect(air.destination);
  return gain;
}

// A crunch is a short noise; that of the computer is darker.
function crunch(at, dark) {
  const long = 0.14;
  const noise = air.createBuffer(1, air.sampleRate * long, air.sampleRate);
  const samples = noise.getChannelData(0);
  // Crumbs: the noise comes in grains.
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (Math.random() < 0.3 ? 1 : 0.15);
  const source = new AudioBufferSourceNode(air, { buffer: noise });
  const filter = new BiquadFilterNode(air, { type: "bandpass", frequency: dark ? 900 : 1800, Q: 0.8 });
  source.connect(filter).connect(loudness(at, 0.5, long));
  source.start(at);
}

function ring(at, pitch, long) {
  const tone = new OscillatorNode(air, { type: "triangle", frequency: pitch });
  tone.connect(loudness(at, 0.22, long));
  tone.start(at);
  tone.stop(at + long);
}

const SOUNDS = {
  own: (now) => crunch(now, false),
  reply: (now) => crunch(now, true),
  won: (now) => [523, 659, 784, 1047].forEach((pitch, i) => ring(now + i * 0.11, pitch, 0.5)),
  lost: (now) => [330, 262].forEach((pitch, i) => ring(now + i * 0.16, pitch, 0.4)),
};

export function play(name) {
  if (setting("sound") !== "on" || !globalThis.AudioContext) return;
  air ??= new AudioContext();
  air.resume();
  SOUNDS[name](air.currentTime);
}
