import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The specifications that `npm run mutate` runs against every mutant: those that need neither database nor DOM. */
export default defineConfig({
  resolve: {
    // The workspace's link leads out of the copy that Stryker mutates.
    alias: [{ find: /^@ultimate\/(events|backend)\/(.*)$/, replacement: resolve(import.meta.dirname, '$1/src/$2') }],
  },
  test: {
    // Those beside what is mutated, and the digests of the read models' columns and rows.
    include: [
      'events/src/**/*.spec.ts',
      'backend/src/*/{write,read}/**/*.spec.ts',
      'backend/src/tournament/team-changes.spec.ts',
      'backend/src/across-modules/*-digests.spec.ts',
    ],
    isolate: false,
    // Always the same, so that the result of a mutant depends on the mutant.
    env: { SEED_OF_TESTS: '1' },
    exclude: ['**/node_modules/**', '**/*.int.spec.ts'],
  },
})
