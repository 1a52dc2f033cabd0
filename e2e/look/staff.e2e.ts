import { ask } from '../fixtures/board-page.ts'
import { arriveSignedIn } from '../fixtures/test.ts'
import { test, type Visit, visit } from './visit.ts'

// They come last and change nothing, so that every worker takes the next one.
test.describe.configure({ mode: 'parallel' })

const pages: readonly Visit[] = [
  { name: 'staff/teams', path: '/registration/teams' },
  { name: 'staff/pools', path: '/tournament/poolplay' },
  { name: 'staff/sign-up', path: '/dinner/signup' },
  { name: 'staff/check-in', path: '/dinner/checkin' },
  { name: 'staff/server-check-in', path: '/dinner/server-checkin' },
  { name: 'staff/board', path: '/dinner/management' },
  { name: 'staff/account', path: '/account' },
  { name: 'staff/users', path: '/access-controls' },
  { name: 'staff/desk', path: '/desk' },
  { name: 'staff/audit', path: '/audit?module=dinner', isLong: true },
]

const device = (name: string, at: string, isThis = false) => ({ id: name, name, at, last_seen: at, this: isThis })
const devices = [
  device('Safari on iPhone, network 203.0.113.9', '2025-11-22T23:30:00Z', true),
  device('Firefox on Windows, network 198.51.100.24', '2025-11-20T15:05:00Z'),
]

for (const one of pages)
  test(`${one.path} looks as it should to the TD`, async ({ page, site }) => {
    const token = await arriveSignedIn(page)
    // The first time in an hour that someone is shown addresses is an event itself.
    for (const division of ['comp', 'rec']) await ask(site, token, `GET /pool-play/teams/${division}`)
    // Each picture before this one was a sign-in.
    await page.route('**/api/auth/devices', (route) => route.fulfill({ json: { devices } }))
    await visit(page, one)
  })
