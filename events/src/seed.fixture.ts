/** The seed of all random tests of a run, which prints it; `SEED_OF_TESTS=<number> npm test` takes it again. */
export const seed = Number(process.env['SEED_OF_TESTS'])
