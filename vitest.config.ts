import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience } from './scripts/test/patience.ts'

const workspaces = '{backend,events,shell,mfe-*,scripts,bench}'
const exclude = ['**/node_modules/**', '**/dist/**']

const seed = Number(process.env['SEED_OF_TESTS'] ?? Date.now() % 1_000_000)
console.log(`Random tests take the seed ${seed}; SEED_OF_TESTS=${seed} takes it again.`)
const env = { SEED_OF_TESTS: String(seed) }
/** What each project of tests shares. */
const shared = { env, expect: { poll: patience } }

/** They start whole backends and wait for them. */
const slow = /\/bench\/torture\/|\/backend\/src\/(operation\/|\w+\.int)|\/embedded\//

/**
 * The integration tests that take longest begin first, so that a run does not end with a few of them alone on the
 * machine. Vitest itself knows the durations from the second run on only.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name !== 'int' ? 0 : slow.test(moduleId) ? 1 : 2
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
          // They share nothing, so they may share a process: that saves three quarters of their time.
          isolate: false,
          sequence: { groupOrder: 0 },
          // A net for what hangs: one that takes 8 s alone took 30 s beside a build.
          testTimeout: 120_000,
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
          globalSetup: ['backend/src/platform/database/test-server.ts'],
          // Importing the backend anew for each file would take a tenth of their time. What a file must not leave behind:
          // a replaced module, global or environment variable.
          isolate: false,
          pool: 'forks',
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          // A net for what hangs. On a busy machine some take ten times as long as on a quiet one.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'dom',
          ...shared,
          // One document for the files of a process, not one each: that saves four fifths of their time.
          isolate: false,
          testTimeout: 120_000,
          include: [`${workspaces}/**/*.dom.spec.{ts,tsx}`],
          exclude,
          environment: 'jsdom',
          setupFiles: ['scripts/test/document.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
