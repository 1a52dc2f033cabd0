/** The seed of all random tests of a run, which prints it; `SEED_OF_TESTS=<number> npm test` takes it again. */
export const seed = Number(process.env['SEED_OF_TESTS'])

/** Returns the seed of this run, for the settings of a runner before its tests are loaded; its processes inherit it. */
export function seedOfRun(): number {
  process.env['SEED_OF_TESTS'] ??= String(Date.now() % 1_000_000)
  return Number(process.env['SEED_OF_TESTS'])
}

export const seedSentence = (ofRun: number): string =>
  `Random tests take the seed ${ofRun}; SEED_OF_TESTS=${ofRun} takes it again.`

/** Numbers from 0 to below 1, the same ones for the same seed (Mulberry32). */
export function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const bytesFrom = (random: () => number, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => Math.floor(random() * 256))
