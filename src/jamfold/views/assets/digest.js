// SHA-256 (FIPS 180-4) of a value as Python's JSON with sorted keys writes it; the browser's own needs a secure page.

const PRIMES = [];
for (let one = 2; PRIMES.length < 64; one++) if (PRIMES.every((prime) => one % prime)) PRIMES.push(one);
const bits = (root) => PRIMES.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
const ROUNDS = bits(Math.cbrt);
const START = bits(Math.sqrt).slice(0, 8);

const escaped = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

function sorted(value) {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${escaped(key)}: ${sorted(value[key])}`).join(", ")}}`;
  return JSON.stringify(value);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  const state = [...START];
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let k = 0; k < 16; k++) words[k] = view.getInt32(at + 4 * k);
    for (let k = 16; k < 64; k++) {
      const [near, far] = [words[k - 2], words[k - 15]];
      words[k] = words[k - 16] + words[k - 7] + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let k = 0; k < 64; k++) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[k] + words[k]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((one, k) => { state[k] = (state[k] + one) | 0; });
  }
  return state.map((one) => (one >>> 0).toString(16).padStart(8, "0")).join("");
}

export const digestOf = (value) => sha256(new TextEncoder().encode(sorted(value)));
