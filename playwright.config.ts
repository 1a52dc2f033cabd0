import { defineConfig } from '@playwright/test'
import { seedOfRun } from './events/src/seed.fixture.ts'
import { findBrowser } from './scripts/test/browser.ts'

seedOfRun()

const executablePath = process.env.CHROMIUM ?? findBrowser()

/**
 * These take long, each with sites of its own, or leave 600 dishes on theirs. Begun last, they would leave one worker at
 * work and the others without any.
 */
const ownSites = ['**/skew/*.e2e.ts', '**/parts.e2e.ts', '**/confirm-address.e2e.ts', '**/check-in.e2e.ts']
/** They start on the demonstration. Between one of them and a test on an empty site, Playwright begins a new worker. */
const demoSites = [
  '**/dinner/!(info|sign-up|slots).e2e.ts',
  '**/offline-queue/*.e2e.ts',
  '**/shell/{floating,lost-files-of-parts,policy}.e2e.ts',
  '**/tournament/{pools-paper,staff-teams,team-page,teams}.e2e.ts',
]
/** They come last: each of their tests can go to any worker. */
const pictures = '**/look/*.e2e.ts'

/**
 * Browser tests against the real server, the real database and the real build. Each worker starts its own site
 * (`e2e/fixtures/site.ts`), so tests may change everything without disturbing others.
 */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'own sites', testMatch: ownSites },
    { name: 'demo sites', testMatch: demoSites, testIgnore: ownSites },
    { name: 'empty sites', testMatch: '**/*.e2e.ts', testIgnore: [...ownSites, ...demoSites, pictures] },
    { name: 'pictures', testMatch: pictures },
  ],
  globalSetup: './e2e/fixtures/global-setup.ts',
  forbidOnly: true,
  fullyParallel: false,
  workers: 4,
  // What passes then is printed as flaky (docs/decisions/0039).
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // A worker would answer before `page.route`; tests of what it keeps allow it.
    serviceWorkers: 'block',
    // What moves is drawn sixty times a second, a tenth of all the work; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a quarter of their time; `npx playwright test --trace on` for the one that is looked at.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The pages of a worker share a process, and what it has compiled (docs/decisions/0039).
        '--renderer-process-limit=1',
        // A page lives for seconds here: what optimizes its scripts, and threads that collect garbage, cost more than they spare.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      ],
    },
  },
})
