/**
 * `npm run mutate`: changes deciders, evolvers, projections and the pure parts of `events/`, and counts the changes
 * that no specification notices. A survivor that changes nothing is named where it is, by a `Stryker disable` comment
 * with the reason. `npm run mutate -- --mutate "events/src/dinner/slot.ts"` looks at one place.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts', related: true },
  mutate: [
    'backend/src/*/write/**/*.decider.ts',
    'backend/src/*/write/*.ts',
    'backend/src/tournament/team-changes.ts',
    'backend/src/*/read/**/*.view.ts',
    'events/src/**/*.ts',
    '!**/*.spec.ts',
    '!**/*.fixture.ts',
    '!**/*.d.ts',
    // Send commands, so they are specified with a database.
    '!backend/src/*/write/*.route.ts',
    '!backend/src/dinner/write/signup-commands.ts',
    // Declarations of endpoints, answers, errors and events: the tests of the contract compare them with what they promise.
    '!events/src/**/*api.ts',
    '!events/src/**/{errors,events,published}.ts',
    '!events/src/language/{endpoint,error-answer,zod-without-eval}.ts',
  ],
  ignorePatterns: ['/dist', '/.*', '/e2e', '/docs', '/test-results', '/shell', '/mfe-*', '/bench'],
  tempDirName: '.cache/mutation/sandboxes',
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  // Stryker reads and rewrites a tsconfig.json through an API that TypeScript 7 no longer has; Vitest needs none.
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  // Constants, columns, limits and sentences of forms: each mutant of them needs every specification.
  // `STATIC=yes npm run mutate -- --mutate <place>` takes those of one place.
  ignoreStatic: process.env['STATIC'] === undefined,
  concurrency: 2,
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  thresholds: { high: 95, low: 90, break: 90 },
}
