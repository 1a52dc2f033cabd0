import type { Page } from '@playwright/test'
import { defaultFacts } from '@ultimate/events/language/edition-facts.ts'
import type { ListedPart, Release } from '@ultimate/events/releases/api.ts'
import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import type { AudienceGroup, Message } from '@ultimate/events/staff/message-api.ts'
import type { Reminder } from '@ultimate/events/staff/reminder-api.ts'
import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import type { ShownStandings, StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { MyTeam, OwnGame, ShownSpiritAverage } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import type { Game, ScheduleDraft, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { expect } from '../fixtures/test.ts'
import { playedBracket } from './played-bracket.ts'
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

const saturday = {
  date: '2025-11-22',
  rounds: ['09:00', '10:20', '11:40'].map((time, index) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const end = `${String(hours + 1).padStart(2, '0')}:${minutes + 10}`
    return {
      id: `2025-11-22-${index + 1}`,
      start: `2025-11-22T${time}:00-06:00`,
      end: `2025-11-22T${end}:00-06:00`,
    }
  }),
}
const fields = [1, 2, 3].map((number) => ({ id: `field-${number}`, name: `Field ${number}` }))
const inPoolA = ['Gravy Boats', 'Kudzu Kids', 'Moon Pie Marks', 'Pie High Release'].map((name, index) => ({
  id: `0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c2${index}`,
  name,
}))
/** Home, away, round and field. */
const pairings = [
  [0, 1, 0, 0],
  [2, 3, 0, 1],
  [0, 2, 1, 0],
  [3, 1, 1, 2],
  [0, 3, 2, 0],
  [1, 2, 2, 1],
] as const
const games = pairings.map(([home, away, round, field], index): Game => {
  const { id, start = '', end = '' } = saturday.rounds[round] ?? {}
  return {
    id: `0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c3${index}`,
    division: 'rec',
    stage: 'pool',
    pool: 'Pool A',
    label: `A-${index + 1}`,
    plays_to: 11,
    round_id: id ?? null,
    field_id: fields[field]?.id ?? null,
    start,
    end,
    home: { team: inPoolA[home] ?? null, from: '' },
    away: { team: inPoolA[away] ?? null, from: '' },
    status: 'scheduled',
    score: null,
    forfeit: null,
    places: null,
    flag: null,
    version: 0,
  }
})
const results: Readonly<Record<number, Partial<Game>>> = {
  0: { status: 'final', score: { home: 11, away: 6 } },
  1: { status: 'provisional', score: { home: 9, away: 11 } },
  2: { status: 'disputed' },
  3: { status: 'final', forfeit: 'away' },
}
const schedule: ShownSchedule = { published: true, days: [saturday], fields, games }
const given = { rules: 2, fouls: 3, fairness: 2, attitude: 3, communication: 2, comment: '' }
const received = { ...given, rules: 3, comment: 'Thanks for the cider!' }
const entered = { home: 11, away: 7 }
/** The first game is final, the second one is not entered by the other captain, the third is next. */
const ownGames = games
  .filter(({ home, away }) => [home, away].some(({ team }) => team?.id === inPoolA[0]?.id))
  .map((game, index): OwnGame => {
    const isEntered = index < 2
    return {
      ...game,
      status: index === 0 ? 'final' : isEntered ? 'provisional' : 'scheduled',
      score: isEntered ? entered : null,
      mine: isEntered ? entered : null,
      other_told: index === 0,
      other: index === 0 ? entered : null,
      changed_at: isEntered ? '2025-11-22T16:15:00.000Z' : null,
      spirit: index === 0 ? { given, received } : { given: null, received: null },
    }
  })
const myTeam: MyTeam = {
  team: { id: inPoolA[0]?.id ?? '', name: inPoolA[0]?.name ?? '', division: 'rec' },
  fields,
  games: ownGames,
}
const [lost] = games
const scheduleDraft: ScheduleDraft = {
  ...schedule,
  settings: {
    fields: fields.map(({ name }) => name),
    days: [{ date: saturday.date, first_start: '09:00', rounds: 3 }],
    game_minutes: 70,
    slot_minutes: 80,
    max_in_a_row: 2,
    min_rest_minutes: 10,
  },
  games: games.map((game) =>
    game === lost ? { ...game, round_id: null, field_id: null, start: null, end: null } : game,
  ),
  unplaced: [{ game: lost?.id ?? '', reason: 'It was taken off the schedule.' }],
  conflicts: [
    {
      kind: 'rest',
      games: games.slice(3, 5).map(({ id }) => id),
      sentence: 'Pie High Release has 10 minutes between A-4 and A-5.',
    },
  ],
  day_changes: [],
  published: false,
  version: 4,
}

const announcements: readonly Announcement[] = [
  {
    id: '0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c41',
    text: 'Fields 3 and 4 are closed. All games start 45 minutes later.',
    level: 'warning',
    until: '2025-11-23T00:30:00.000Z',
    at: '2025-11-22T23:30:00.000Z',
    mail: ['captains'],
    mail_at: '2025-11-22T23:31:00.000Z',
  },
  {
    id: '0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c42',
    text: 'Dinner is served at six, in the tent by field 1.',
    level: 'info',
    until: null,
    at: '2025-11-22T22:30:00.000Z',
    mail: [],
    mail_at: null,
  },
]

const messageGroups: readonly AudienceGroup[] = [
  { name: 'captains:confirmed', label: 'Captains of confirmed teams', people: 35 },
  { name: 'captains:waitlist', label: 'Captains on the waitlist', people: 3 },
  { name: 'captains:unpaid', label: 'Captains of unpaid teams', people: 8 },
  { name: 'captains:without-dishes', label: 'Captains of teams without a dish', people: 12 },
  { name: 'volunteers', label: 'All volunteers of the dinner', people: 96 },
  { name: 'volunteers:0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c51', label: '18:30 Carving', people: 4 },
]
const reminder: Pick<Reminder, 'state' | 'extra' | 'note' | 'sent' | 'failed' | 'failures'> = {
  state: 'planned',
  extra: '',
  note: null,
  sent: 0,
  failed: 0,
  failures: [],
}
const reminders: readonly Reminder[] = [
  {
    ...reminder,
    kind: 'volunteers-before',
    at: '2025-11-20T15:00:00.000Z',
    usual_at: '2025-11-20T15:00:00.000Z',
    recipients: 96,
    state: 'sent',
    sent: 95,
    failed: 1,
    failures: [{ name: 'Becky Thatcher', reason: 'the mail server refused the address or the email' }],
  },
  {
    ...reminder,
    kind: 'volunteers-day',
    at: '2025-11-22T14:00:00.000Z',
    usual_at: '2025-11-22T15:00:00.000Z',
    recipients: 98,
    extra: 'Please bring a spoon for your dish.',
  },
  {
    ...reminder,
    kind: 'captains-unpaid',
    at: null,
    usual_at: null,
    recipients: 8,
    note: 'There is nothing to remind of: the settings have no fee with a deadline.',
  },
]
const messages: readonly Message[] = [
  {
    id: '0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c52',
    to: ['captains:unpaid'],
    subject: 'The fee is due on Friday',
    text: 'Please pay before Friday, or bring cash.',
    at: '2025-11-18T15:00:00.000Z',
    send_at: '2025-11-18T15:01:00.000Z',
    status: 'sent',
    recipients: 8,
    sent: 7,
    failed: 1,
    failures: [{ name: 'Huck Finns', reason: 'the mail server refused the address or the email' }],
  },
  {
    id: '0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c53',
    to: ['captains:confirmed', 'volunteers'],
    subject: 'Bring a pen',
    text: 'Score sheets are on paper this year.',
    at: '2025-11-17T15:00:00.000Z',
    send_at: '2025-11-17T15:01:00.000Z',
    status: 'sending',
    recipients: 120,
    sent: 45,
    failed: 0,
    failures: [],
  },
]

/** The page that has come once without, because what is announced comes above it and moves it. */
async function announce(page: Page): Promise<void> {
  await page.route('**/api/announcements', (route) => route.fulfill({ json: { announcements } }))
  await page.reload()
  const banners = page.getByRole('region', { name: 'Announcements' }).getByRole('listitem')
  await expect(banners).toHaveCount(announcements.length)
}

const bracketAnswers = (posted: boolean) => ({
  '/api/schedule': schedule,
  '/api/schedule/draft': scheduleDraft,
  '/api/brackets/comp*': { posted: false, bracket: null },
  '/api/brackets/rec*': playedBracket(posted),
})
/** Of the first round: a final score, one that a captain alone entered, a dispute and a forfeit. */
const scored: readonly StaffGame[] = games.map((game, index) => ({
  ...game,
  ...results[index],
  entries: { home: index === 2 ? { home: 11, away: 9 } : null, away: index === 2 ? { home: 10, away: 11 } : null },
  changed_at: index < 4 ? '2025-11-22T16:30:00Z' : null,
}))
const rankings = [
  [2, 0, 22, 13, null],
  [1, 1, 19, 18, 'head_to_head_wins'],
  [1, 1, 17, 20, 'head_to_head_wins'],
  [0, 2, 12, 19, null],
] as const
const standings: ShownStandings = {
  pools: [
    {
      id: 'pool-a',
      name: 'Pool A',
      complete: false,
      rows: rankings.map(([wins, losses, points_for, points_against, decided_by], index) => ({
        rank: index + 1,
        shared: false,
        team: inPoolA[index] ?? { id: '', name: '' },
        played: wins + losses,
        wins,
        losses,
        ties: 0,
        points_for,
        points_against,
        difference: points_for - points_against,
        decided_by,
      })),
    },
  ],
  tiebreaks: ['wins', 'head_to_head_wins', 'head_to_head_difference', 'difference', 'points_for'],
  ties_in_pools: false,
}
const noStandings: ShownStandings = { ...standings, pools: [] }
const withScores: ShownSchedule = {
  ...schedule,
  games: scored.map(({ entries: _, changed_at: __, ...game }) => game),
}
const averages: readonly ShownSpiritAverage[] = inPoolA.map((team, index) => {
  const scores = { rules: 2.5, fouls: 2.75, fairness: 3.25 - index / 4, attitude: 3, communication: 2.25 }
  return { team, sheets: 4, ...scores, total: Object.values(scores).reduce((sum, score) => sum + score) }
})
const buildSheet = ({ id, label, division, home, away }: Game) => ({
  game: { id, label, division },
  team: home.team,
  opponent: away.team,
})
const spirit = {
  sheets: games
    .slice(0, 1)
    .map((game) => ({ ...buildSheet(game), ...received, total: 13, given_at: '2025-11-22T16:45:00Z' })),
  missing: games.slice(1, 2).map(buildSheet),
}
const answersOfWeekend = {
  '/api/schedule': withScores,
  '/api/standings/comp': noStandings,
  '/api/standings/rec': standings,
  '/api/spirit/averages': { over: true, teams: averages },
}

const buildEdition = (year: number, state: Edition['state']): Edition => {
  const { venue, game_rules, ...facts } = defaultFacts(year)
  return { year, ...facts, venue: { ...venue, bounds: null }, game_rules: [...game_rules], state, version: 1 }
}
const pastEdition = (year: number): Edition => buildEdition(year, 'past')
const { bracket } = playedBracket(true)
const archived = {
  edition: pastEdition(2024),
  teams: inPoolA.map(({ id, name }, index) => ({
    id,
    team_name: name,
    division: 'rec',
    captain_name: 'Robin Ridge',
    location: 'Huntsville, AL',
    created_at: '2024-09-01T12:00:00.000Z',
    status: index < 3 ? 'confirmed' : 'waitlist',
    paid: true,
  })),
  pools: {
    comp: [],
    rec: [
      {
        id: 'pool-a',
        name: 'Pool A',
        size: 4,
        teams: inPoolA.map((team) => ({ ...team, captain_name: 'Robin Ridge' })),
      },
    ],
  },
  results: {
    comp: { standings: noStandings, bracket: null },
    rec: {
      standings,
      bracket: bracket && {
        ...bracket,
        places: bracket.places.map((one, index) => ({ ...one, team: inPoolA[index] ?? null })),
      },
    },
    schedule: withScores,
  },
  photos: ['Universe point', 'The long table'].map((title, index) => ({
    id: `0b6ad7a4-3c1e-4d2b-9a55-6a9e0f1f2c6${index}`,
    title,
    version: 1,
    url: '/previews/home.png',
    width: 1200,
    height: 630,
    placeholder: '/previews/home.png',
    sources: [],
  })),
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
  { name: 'visitors/unsubscribe', path: '/unsubscribe#token=of-a-mail' },
  { name: 'visitors/teams', path: '/registration/teams' },
  { name: 'visitors/announced', path: '/dinner/info?announced', arrange: announce },
  { name: 'visitors/info', path: '/tournament/info' },
  { name: 'visitors/pools', path: '/tournament/poolplay' },
  { name: 'visitors/schedule', path: '/schedule?view=time', answers: { '/api/schedule': withScores } },
  { name: 'visitors/standings', path: '/standings', answers: answersOfWeekend },
  { name: 'visitors/wall', path: '/schedule?view=wall', answers: answersOfWeekend, isAlone: true },
  {
    name: 'visitors/my-team',
    path: '/my-team#of-a-mail',
    answers: { '/api/my-team/open': { team: myTeam.team }, '/api/my-team': myTeam },
  },
  { name: 'visitors/bracket', path: '/tournament/bracket' },
  // For a picture below the window, the browser would scroll its rounds on phones.
  {
    name: 'visitors/bracket-posted',
    path: '/tournament/bracket?division=rec',
    answers: bracketAnswers(true),
    isLong: true,
  },
  {
    name: 'visitors/archive',
    path: '/archive/2024',
    answers: { '/api/archive/2024': archived },
    isLong: true,
  },
  {
    name: 'visitors/past-years',
    path: '/archive',
    answers: { '/api/editions': { editions: [2024, 2023].map(pastEdition) } },
  },
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
  { name: 'staff/schedule', path: '/schedule/edit', answers: { '/api/schedule/draft': scheduleDraft } },
  { name: 'staff/bracket', path: '/tournament/bracket?division=rec', answers: bracketAnswers(false), isLong: true },
  {
    name: 'staff/scores',
    path: '/scores',
    answers: { ...answersOfWeekend, '/api/games': { games: scored }, '/api/spirit': spirit },
  },
  { name: 'staff/sign-up', path: '/dinner/signup' },
  { name: 'staff/check-in', path: '/dinner/checkin' },
  { name: 'staff/server-check-in', path: '/dinner/server-checkin' },
  { name: 'staff/board', path: '/dinner/management' },
  { name: 'staff/kitchen', path: '/dinner/kitchen', isLong: true },
  { name: 'staff/account', path: '/account', answers: { '/api/auth/devices': { devices } } },
  { name: 'staff/users', path: '/access-controls' },
  { name: 'staff/desk', path: '/desk' },
  { name: 'staff/announcements', path: '/announcements', arrange: announce },
  { name: 'staff/settings', path: '/settings', isLong: true },
  {
    name: 'staff/next-edition',
    path: '/settings?year=2026',
    isLong: true,
    answers: {
      '/api/edition?year=2026': { edition: buildEdition(2026, 'next') },
      '/api/editions': { editions: [buildEdition(2026, 'next'), buildEdition(2025, 'current')] },
    },
  },
  {
    name: 'staff/messages',
    path: '/messages',
    answers: {
      '/api/messages': { messages },
      '/api/messages/audience': { groups: messageGroups },
      '/api/reminders': { reminders },
    },
  },
  { name: 'staff/audit', path: '/audit?module=dinner', isLong: true },
  { name: 'staff/parts', path: '/parts', answers: { '/api/parts': { parts } } },
]
