import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seedOfRun, seedSentence } from './events/src/seed.fixture.ts'
import { patience } from './scripts/test/outcome.ts'

const workspaces = '{backend,events,shell,mfe-*,scripts,bench}'
const exclude = ['**/node_modules/**', '**/dist/**']

const seed = seedOfRun()
console.log(seedSentence(seed))
const env = { SEED_OF_TESTS: String(seed) }
/**
 * What each project of tests shares: one queue for four processes, which are twice the cores we count on, because
 * integration tests wait a lot (docs/decisions/0039). The files of a process share what they import, and a document, which
 * saves most of their time. So none may leave behind a replaced module, global or environment variable.
 */
const shared = {
  env,
  expect: { poll: patience },
  isolate: false,
  maxWorkers: 4,
  // Nets for what hangs. On a busy machine some take ten times as long as on a quiet one, and hooks start backends.
  testTimeout: 600_000,
  hookTimeout: 600_000,
}

/** They start whole backends and wait for them. */
const slow = /\/bench\/torture\/|\/backend\/src\/(operation\/|\w+\.int)|\/embedded-postgres\//

/**
 * What takes longest begins first, so that a run does not end with a few files alone on the machine. Vitest itself knows
 * the durations from the second run on only.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'int' ? (slow.test(moduleId) ? 0 : 1) : project.name === 'dom' ? 2 : 3
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: [`${workspaces}/**/*.spec.{ts,tsx}`],
          exclude: [...exclude, '**/*.int.spec.ts', '**/*.dom.spec.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'int',
          ...shared,
          include: [`${workspaces}/**/*.int.spec.ts`],
          exclude,
          globalSetup: ['backend/event-store/src/fixtures/test-server.ts'],
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'dom',
          ...shared,
          include: [`${workspaces}/**/*.dom.spec.{ts,tsx}`],
          exclude,
          environment: 'jsdom',
          setupFiles: ['scripts/test/document.ts'],
        },
      },
    ],
  },
})
