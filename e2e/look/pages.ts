import type { Page } from '@playwright/test'
import type { ListedPart, Release } from '@ultimate/events/releases/api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { expect } from '../fixtures/test.ts'
import type { Visit } from './visit.ts'

const bid: OwnBid = {
  id: '0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c11',
  division: 'rec',
  number: 37,
  status: 'waitlist',
  paid: false,
  out: null,
  bid: {
    teamName: 'Gravy Boats',
    pastTeamNames: '',
    location: 'Huntsville, AL',
    captainName: 'Robin Ridge',
    captainEmail: 'robin@example.org',
    captainPhone: '(256) 555-0142',
    altCaptainName: 'Becky Thatcher',
    altCaptainEmail: 'becky@example.org',
    altCaptainPhone: '(256) 555-0143',
    comments: 'Two of us arrive on Saturday at ten.',
  },
}

/** What comes when it is near, such as the photos of the home page, is there before the pictures are taken. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('main img').first()).toBeVisible()
}

export const visitorsPages: readonly Visit[] = [
  { name: 'visitors/home', path: '/', arrange: readToTheEnd },
  { name: 'visitors/register', path: '/registration/register' },
  { name: 'visitors/confirm', path: '/registration/confirm' },
  { name: 'visitors/bid', path: '/registration/bid#token=of-a-mail', answers: { '/api/bid': bid } },
  { name: 'visitors/teams', path: '/registration/teams' },
  { name: 'visitors/info', path: '/tournament/info' },
  { name: 'visitors/pools', path: '/tournament/poolplay' },
  { name: 'visitors/bracket', path: '/tournament/bracket' },
  { name: 'visitors/merch', path: '/tournament/merch' },
  { name: 'visitors/dinner', path: '/dinner/info' },
  { name: 'visitors/sign-up', path: '/dinner/signup', onPhone: 4 },
  { name: 'visitors/reset-password', path: '/reset-password#token=of-a-mail' },
]

const device = (name: string, at: string, isThis = false) => ({ id: name, name, at, last_seen: at, this: isThis })
/** Each picture before this one was a sign-in. */
const devices = [
  device('Safari on iPhone, network 203.0.113.9', '2025-11-22T23:30:00Z', true),
  device('Firefox on Windows, network 198.51.100.24', '2025-11-20T15:05:00Z'),
]

const release = (version: string, at: string, by: string | null): Release => ({
  version,
  at,
  by,
  contract: '^1',
  needs: {},
  size: 1,
})
const part = (name: string, said: Partial<ListedPart>): ListedPart => ({
  name,
  live: '1.0.0',
  since: null,
  by: null,
  canary: null,
  previous: null,
  releases: [release('1.0.0', '2025-11-01T12:00:00Z', null)],
  errors: [],
  ...said,
})
const parts: readonly ListedPart[] = [
  part('tournament', {}),
  part('dinner', {
    live: '1.2.0',
    since: '2025-11-20T15:05:00Z',
    by: 'td',
    previous: '1.1.0',
    canary: { version: '1.3.0-rc.1', percent: 10 },
    releases: [
      release('1.3.0-rc.1', '2025-11-22T16:40:00Z', 'the dinner’s team'),
      release('1.2.0', '2025-11-19T18:20:00Z', 'td'),
      release('1.1.0', '2025-11-12T09:00:00Z', 'td'),
    ],
    errors: [{ version: '1.3.0-rc.1', count: 3 }],
  }),
  part('scores', { live: null, releases: [] }),
]

/** The id of a team of the demonstration. */
export const kudzuKids = 'd9c0b430-c72a-4e9e-855c-4fa1e5264387'

const done = (position: number, text: string, was: string | null = null) => ({
  position,
  at: '2025-11-20T15:05:00Z',
  by: 'Ada Admin',
  text,
  was,
})
const teamHistory = {
  events: [
    done(3, 'corrected the bid of Kudzu Kids: location (They moved.)', 'Madison, AL'),
    done(2, 'registered the team Kudzu Kids (Recreational, Madison, AL)'),
  ],
}

export const staffPages: readonly Visit[] = [
  { name: 'staff/teams', path: '/registration/teams', onPhone: 3 },
  {
    name: 'staff/team',
    path: `/registration/team?id=${kudzuKids}`,
    answers: { [`/api/teams/${kudzuKids}/history`]: teamHistory },
  },
  { name: 'staff/pools', path: '/tournament/poolplay' },
  { name: 'staff/sign-up', path: '/dinner/signup' },
  { name: 'staff/check-in', path: '/dinner/checkin' },
  { name: 'staff/server-check-in', path: '/dinner/server-checkin' },
  { name: 'staff/board', path: '/dinner/management' },
  { name: 'staff/account', path: '/account', answers: { '/api/auth/devices': { devices } } },
  { name: 'staff/users', path: '/access-controls' },
  { name: 'staff/desk', path: '/desk' },
  { name: 'staff/audit', path: '/audit?module=dinner', isLong: true },
  { name: 'staff/parts', path: '/parts', answers: { '/api/parts': { parts } } },
]
