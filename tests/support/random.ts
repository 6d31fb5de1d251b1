/** SEED repeats a random test; every run prints its seed. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Numbers between 0 and 1, the same for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Random numbers of a test that prints its seed. */
export function repeatableRandom() {
  console.log(`Random numbers of SEED=${SEED}`)
  return randomFrom(SEED)
}
