import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import { updateProfileDecider } from '@ultimate/events/staff/user.ts'
import { withdrawTeamDecider } from '@ultimate/events/tournament/bid.ts'
import { enterScoreDecider } from '@ultimate/events/tournament/weekend/game.ts'
import type { ShownBracket, ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { giveSpiritDecider } from '@ultimate/events/tournament/weekend/spirit.ts'
import { tiebreaks as usualTiebreaks } from '@ultimate/events/tournament/weekend/standings.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dinnerClient } from '../dinner/test/test-client.ts'
import { buildStep, type UndoStep } from '../platform/undo.ts'
import { photoCalls } from '../staff/photos/test-photos.ts'
import { requireSecondFactorDecider } from '../staff/write/sign-in/require-second-factor.decider.ts'
import { addSecondFactorDecider } from '../staff/write/sign-in/second-factor.decider.ts'

let client: Awaited<ReturnType<typeof dinnerClient>>
beforeAll(async () => {
  // Messages wait, so that they can be cancelled.
  client = await dinnerClient({ mailQuietSeconds: 3_600 })
  // One of the scenarios gives the TD a second factor, which the sign-in would ask for from then on.
  await client.app.signIn('td')
})
afterAll(() => client.close())

interface Body {
  readonly team?: { readonly id: string }
  readonly note?: { readonly id: string }
  readonly games?: readonly Game[]
  readonly bracket?: ShownBracket
  readonly pools?: ShownStandings['pools']
  readonly signup?: { readonly id: string }
  readonly user?: { readonly id: string }
  readonly announcement?: { readonly id: string }
  readonly message?: { readonly id: string }
  readonly session?: { readonly started_at: string | null; readonly finished_at: string | null }
}
const idOf = (row: { readonly id: string } | undefined): string => row?.id ?? ''

/** Calls as the TD, and fails unless the call is accepted. */
async function call(method: string, path: string, body?: object): Promise<Body> {
  const answer = await client.call(method, `/api/${path}`, { as: 'td', ...(body && { body }) })
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body as unknown as Body
}

/** Runs commands that only a visitor with a link, or a user for their own account, can send. */
async function handle({ stream, decider, command }: UndoStep): Promise<void> {
  const now = new Date()
  const actor = { kind: 'visitor', id: 'v', name: null, role: null } as const
  const context: CommandContext = {
    actor,
    correlationId: 'c',
    causationId: 'c',
    now,
    happenedAt: null,
    idempotency: null,
  }
  await client.app.platform.commands.handle(decider, { stream, command }, context)
}
const metadata = { now: new Date() }

let names = 0
const newName = (): string => `Made ${++names}`
const buildBid = (teamName: string) => ({
  teamName,
  location: 'Hannibal, MO',
  captainName: 'Tom',
  captainEmail: 'tom@example.org',
  captainPhone: '256-555-0142',
})
const aTeam = async () => idOf((await call('POST', 'register-team', { ...buildBid(newName()), division: 'rec' })).team)
const update = (team: string, change: object) => call('PUT', `teams/${team}`, change)
const remove = (team: string) => call('POST', 'teams/remove', { ids: [team], reason: 'Cannot come.' })
const restore = (team: string) => call('POST', `teams/${team}/restore`)
const save = (...teams: (string | null)[]) =>
  call('POST', 'pool-play/save', {
    division: 'rec',
    pools: [{ id: 'a', name: 'Pool A', size: teams.length + 1, teams: [...teams, null] }],
  })
const publish = async (...teams: (string | null)[]) => {
  await save(...teams)
  return call('POST', 'pool-play/publish', { division: 'rec' })
}
const placedTeam = async () => {
  const team = await aTeam()
  await publish(team, null)
  return team
}
const aSlot = async (category: 'dishes' | 'serving' = 'dishes') =>
  (await client.addSlot({ name: newName(), category })).id
const places = async () => ({ captainId: await aTeam(), slotId: await aSlot() })
const signUp = async (where: object) => {
  const person = { personName: 'Mary', email: `${newName().replace(' ', '')}@example.org` }
  return idOf((await call('POST', 'dinner-signup', { ...person, ...where })).signup)
}
const aSignup = async () => signUp(await places())
const checkIn = (signup: string, checkedIn = true) => call('PUT', `dinner-signups/${signup}/checkin`, { checkedIn })
const aDish = async () => {
  const signup = await aSignup()
  await checkIn(signup)
  return signup
}
let nextPlace = 0
const move = (signup: string, zone = 'buffet') =>
  call('PUT', `dinner-management/items/${signup}/position`, {
    zone,
    position: zone === 'holding' ? null : nextPlace++ % 16,
  })
const onBuffet = async () => {
  const signup = await aDish()
  await move(signup)
  return signup
}
const empty = (signup: string, emptied = true) => call('PUT', `dinner-management/items/${signup}/empty`, { emptied })
/** Its path. */
const aNote = async (path: string) =>
  `${path}/notes/${idOf((await call('POST', `${path}/notes`, { text: 'Late' })).note)}`
const cancelSignup = (signup: string) => call('DELETE', `dinner-signup/${signup}`)

async function slotWithDishes(): Promise<string> {
  await notStarted()
  const where = await places()
  const [, held, placed] = [await signUp(where), await signUp(where), await signUp(where)]
  await checkIn(held)
  await checkIn(placed)
  await move(placed, 'warming')
  return where.slotId
}
const deleteSlot = (slot: string) => call('DELETE', `dinner-slots/${slot}`)
async function aRemovedSignup() {
  const signup = await aSignup()
  const at = new Date().toISOString()
  await cancelSignup(signup)
  return { signup, at }
}
async function comeAllTheSame({ signup, at }: { readonly signup: string; readonly at: string }): Promise<string> {
  await call('PUT', `dinner-signups/${signup}/checkin`, { checkedIn: true, at })
  return signup
}
async function aUser(): Promise<string> {
  const username = newName().replace(' ', '')
  const body = { username, email: `${username}@example.org`, role: 'helper' }
  return idOf((await call('POST', 'auth/create-temp-login', body)).user)
}
const removeUser = (id: string) => call('DELETE', `auth/users/${id}`)
const start = () => call('POST', 'dinner-management/session/start')

/** Leaves the dinner in progress, from any state before. */
async function running(): Promise<void> {
  const { session } = await call('GET', 'dinner-management/session')
  const isOver = session?.finished_at !== null
  if (isOver) await call('POST', 'dinner-management/session/reset')
  if (isOver || session?.started_at === null) await call('POST', 'dinner-management/session/start')
}
async function notStarted(): Promise<void> {
  await running()
  await call('POST', 'dinner-management/session/finish')
  await call('POST', 'dinner-management/session/reset')
}

function requireOfHelpers(helper: boolean): Promise<void> {
  const data = { rules: { helper }, hasOwn: true }
  const command = { type: 'RequireSecondFactor', data, metadata } as const
  return handle(buildStep(requireSecondFactorDecider, { stream: 'access', command }))
}

let restMinutes = 10
const aSetting = () =>
  call('PUT', 'schedule/settings', {
    fields: ['Field 1', 'Field 2'],
    days: [{ date: '2025-11-22', first_start: '09:00', rounds: 6 }],
    game_minutes: 70,
    slot_minutes: 80,
    max_in_a_row: 2,
    min_rest_minutes: ++restMinutes % 60,
  })
async function placedPool(): Promise<void> {
  await aSetting()
  await publish(await aTeam(), await aTeam())
}
const generate = () => call('POST', 'schedule/generate', {})
/** Generates the games, and leaves out those of a bracket from another scenario. */
const newGames = async () => ((await generate()).games ?? []).filter(({ stage }) => stage === 'pool')
async function aGame(): Promise<string> {
  await placedPool()
  return idOf((await newGames())[0])
}
const takeOff = (game: string) => call('PUT', `schedule/games/${game}/place`, { round_id: null, field_id: null })
const publishSchedule = () => call('POST', 'schedule/publish')
async function publishedSchedule(): Promise<void> {
  await aGame()
  await publishSchedule()
}
async function publishedRound(): Promise<string> {
  await aGame()
  return (await publishSchedule()).games?.[0]?.round_id ?? ''
}
const delay = () => call('POST', 'schedule/shift', { from: '2025-11-22T06:00:00-06:00', minutes: 45 })

const setScore = (game: string, home = 11) => call('PUT', `games/${game}/result`, { home, away: 9 })
const letForfeit = (game: string) => call('PUT', `games/${game}/result`, { forfeit: 'home' })
async function aPublicGame(): Promise<string> {
  const game = await aGame()
  await publishSchedule()
  return game
}
async function aResult(): Promise<string> {
  const game = await aPublicGame()
  await setScore(game)
  return game
}
const enterScore = (game: string, score = { home: 11, away: 9 }) => {
  const facts = { name: 'A-1 Rec', teams: { home: 'huck', away: 'becky' }, tiesAllowed: false, isForfeited: false }
  const command = { type: 'EnterScore', data: { side: 'home', score, game: facts }, metadata } as const
  return handle(buildStep(enterScoreDecider, { stream: `game-${game}`, command }))
}
const giveSpirit = (game: string, rules = 2) => {
  const scores = { rules, fouls: 2, fairness: 2, attitude: 2, communication: 2, comment: 'Thanks' }
  const sheet = { opponent: 'becky', ...scores }
  const data = { game: 'A-1 Rec', team: 'huck', sheet, isBegun: true }
  return handle(
    buildStep(giveSpiritDecider, { stream: `spirit-${game}.huck`, command: { type: 'GiveSpirit', data, metadata } }),
  )
}
/** The teams in the order of their ranks win each game against those after them. */
async function playGames(games: readonly Game[], ranks: readonly string[]): Promise<void> {
  const findRank = ({ team }: Game['home']) => ranks.indexOf(team?.id ?? '')
  for (const { id, home, away } of games) await setScore(id, findRank(home) < findRank(away) ? 11 : 2)
}
async function playedPool() {
  // A bracket with results, which another scenario may have left, stands in the way of a new one.
  for (const { id, stage, status } of (await call('GET', 'games')).games ?? [])
    if (stage === 'bracket' && status === 'final') await call('DELETE', `games/${id}/result`)
  await aSetting()
  const teams = [await aTeam(), await aTeam(), await aTeam(), await aTeam()]
  await publish(...teams)
  const games = await newGames()
  await publishSchedule()
  await playGames(games, teams)
  return { games, teams }
}
const makeBracket = () => call('POST', 'brackets/rec/make', {})
const postBracket = () => call('POST', 'brackets/rec/post')
const unpostBracket = () => call('DELETE', 'brackets/rec/post')
async function aBracket() {
  const played = await playedPool()
  const first = idOf((await makeBracket()).bracket?.rounds[0]?.games[0])
  return { ...played, first }
}
async function aTie() {
  await call('PUT', 'standings/tiebreaks', { tiebreaks, ties_in_pools: true })
  const game = await aPublicGame()
  await setScore(game, 9)
  const { pools = [] } = await call('GET', 'standings/rec')
  return { pool_id: 'a', order: (pools[0]?.rows ?? []).map(({ team }) => team.id), reason: 'Coin toss' }
}
const tiebreaks: string[] = [...usualTiebreaks]
const changeTiebreaks = () => {
  tiebreaks.push(...tiebreaks.splice(1, 1))
  return call('PUT', 'standings/tiebreaks', { tiebreaks })
}

/** A scenario arranges what its action needs and returns the action; the event of that type is then taken back. */
type Scenario = () => Promise<() => Promise<unknown>>
const then =
  <T>(arrange: () => Promise<T>, act: (arranged: T) => Promise<unknown>): Scenario =>
  async () => {
    const arranged = await arrange()
    return () => act(arranged)
  }
const nothing = async () => {}

/** One for every event that can be taken back. */
const scenarios: Readonly<Record<string, Scenario>> = {
  TeamRegistered: then(nothing, aTeam),
  TeamConfirmed: then(aTeam, (team) => update(team, { status: 'confirmed' })),
  TeamWaitlisted: then(aTeam, (team) => update(team, { status: 'waitlist' })),
  TeamStandingReset: then(
    async () => {
      await update(await aTeam(), { status: 'confirmed' })
    },
    () => undoLast('TeamConfirmed'),
  ),
  TeamSeeded: then(aTeam, (team) => update(team, { seed: 4 })),
  TeamMarkedPaid: then(aTeam, (team) => update(team, { paid: true })),
  TeamMarkedUnpaid: then(
    async () => {
      const team = await aTeam()
      await update(team, { paid: true })
      return team
    },
    (team) => update(team, { paid: false }),
  ),
  TeamRemoved: then(placedTeam, remove),
  TeamWithdrawn: then(placedTeam, async (team) => {
    const command = { type: 'WithdrawTeam', data: {}, metadata } as const
    await handle(buildStep(withdrawTeamDecider, { stream: `team-${team}`, command }))
    await expect.poll(() => newest('PoolPlacesFreed')).toBeGreaterThan(await newest('TeamWithdrawn'))
  }),
  TeamRestored: then(async () => {
    const team = await aTeam()
    await remove(team)
    return team
  }, restore),
  TeamCorrected: then(placedTeam, (team) =>
    call('PUT', `teams/${team}/bid`, {
      pastTeamNames: 'Finns',
      altCaptainName: 'Sid',
      division: 'comp',
      reason: 'Typo',
    }),
  ),
  TeamNoteAdded: then(aTeam, (team) => aNote(`teams/${team}`)),
  TeamNoteRemoved: then(
    async () => aNote(`teams/${await aTeam()}`),
    (path) => call('DELETE', path),
  ),
  PoolsSaved: then(aTeam, (team) => save(null, team)),
  PoolsPublished: then(
    async () => save(await aTeam(), null),
    () => call('POST', 'pool-play/publish', { division: 'rec' }),
  ),
  PoolsUnpublished: then(placedTeam, () => call('DELETE', 'pool-play/clear-published/rec')),
  // Its place was taken while it was out, and is free again.
  PoolPlacesFreed: then(
    async () => ({ other: await aTeam(), team: await placedTeam() }),
    async ({ other, team }) => {
      await remove(team)
      await publish(other, null)
      await restore(team)
      await publish(null, null)
    },
  ),
  PoolsPutBack: then(
    async () => save(await aTeam(), await aTeam()),
    () => undoLast('PoolsSaved'),
  ),
  ScheduleSettingsChanged: then(aSetting, aSetting),
  ScheduleGenerated: then(placedPool, generate),
  GamePlaced: then(aGame, takeOff),
  SchedulePublished: then(aGame, publishSchedule),
  ScheduleDelayed: then(publishedSchedule, delay),
  RoundCancelled: then(publishedRound, (round_id) => call('POST', 'schedule/cancel', { round_id })),
  RoundsShortened: then(publishedSchedule, () =>
    call('POST', 'schedule/shorten', { from: '2025-11-22T06:00:00-06:00', game_minutes: 50, slot_minutes: 60 }),
  ),
  ScheduleDelayUndone: then(
    async () => {
      await publishedSchedule()
      await delay()
    },
    () => call('POST', 'schedule/shift/undo'),
  ),
  SchedulePutBack: then(
    async () => takeOff(await aGame()),
    () => undoLast('GamePlaced'),
  ),
  BracketMade: then(playedPool, makeBracket),
  BracketPosted: then(aBracket, postBracket),
  BracketUnposted: then(async () => {
    await aBracket()
    await postBracket()
  }, unpostBracket),
  TeamLeftGames: then(playedPool, ({ teams: [team] }) =>
    call('POST', 'schedule/withdraw', { team_id: team, reason: 'Injuries' }),
  ),
  ScoreEntered: then(aPublicGame, (game) => enterScore(game)),
  ResultKept: then(
    async () => {
      const { games, teams, first } = await aBracket()
      await setScore(first)
      await playGames(games, teams.toReversed())
      return first
    },
    (game) => call('POST', `games/${game}/keep`),
  ),
  TieDecided: then(aTie, (order) => call('PUT', 'standings/rec/decision', order)),
  ResultDecided: then(aPublicGame, (game) => setScore(game)),
  GameForfeited: then(aResult, letForfeit),
  ResultCleared: then(aResult, (game) => call('DELETE', `games/${game}/result`)),
  ResultPutBack: then(aResult, () => undoLast('ResultDecided')),
  TiebreaksChanged: then(nothing, changeTiebreaks),
  StandingsRulesPutBack: then(changeTiebreaks, () => undoLast('TiebreaksChanged')),
  SpiritGiven: then(aGame, (game) => giveSpirit(game)),
  SpiritTakenBack: then(
    async () => giveSpirit(await aGame()),
    () => undoLast('SpiritGiven'),
  ),
  SlotAdded: then(nothing, () => aSlot()),
  SlotChanged: then(
    () => aSlot(),
    (slot) => call('PUT', `dinner-slots/${slot}`, { max_signups: 3, recipe_title: 'Crumbs' }),
  ),
  SlotDeleted: then(slotWithDishes, deleteSlot),
  SlotRestored: then(
    async () => deleteSlot(await slotWithDishes()),
    () => undoLast('SlotDeleted'),
  ),
  SignedUp: then(places, signUp),
  SignupCorrected: then(aSignup, (id) =>
    call('PUT', `dinner-signups/${id}/email`, { email: 'thatcher@example.org', personName: 'Becky', reason: 'Typo' }),
  ),
  AllergensNamed: then(aSignup, (id) =>
    call('PUT', `dinner-signup/${id}/allergens`, { allergens: { listed: ['milk'], other: 'Rye' } }),
  ),
  SignupNoteAdded: then(aSignup, (id) => aNote(`dinner-signups/${id}`)),
  SignupNoteRemoved: then(
    async () => aNote(`dinner-signups/${await aSignup()}`),
    (path) => call('DELETE', path),
  ),
  SignupRestored: then(
    async () => cancelSignup(await aSignup()),
    () => undoLast('SignupWithdrawn'),
  ),
  SignupReinstated: then(
    async () => cancelSignup(await aSignup()),
    () => undoLast('SignupWithdrawn'),
  ),
  SignupWithdrawn: then(aSignup, cancelSignup),
  WalkedIn: then(
    () => aSlot(),
    async (slot_id) => {
      await call('POST', 'dinner-management/walk-ins', { slot_id, name: 'Huck' })
      await expect.poll(() => newest('CheckedIn')).toBeGreaterThan(await newest('WalkedIn'))
    },
  ),
  CheckedIn: then(aSignup, (signup) => checkIn(signup)),
  CheckInUndone: then(aDish, (signup) => checkIn(signup, false)),
  RemovedSignupCheckedIn: then(aRemovedSignup, comeAllTheSame),
  ArrivalDismissed: then(
    async () => comeAllTheSame(await aRemovedSignup()),
    (signup) => call('POST', `dinner-management/undecided/${signup}`, { decision: 'dismiss' }),
  ),
  DishMoved: then(
    async () => {
      await running()
      return aDish()
    },
    (dish) => move(dish),
  ),
  DishEmptied: then(
    async () => {
      await running()
      return onBuffet()
    },
    (dish) => empty(dish),
  ),
  DishPutBack: then(
    async () => {
      await running()
      const signup = await onBuffet()
      await empty(signup)
      return signup
    },
    (dish) => empty(dish, false),
  ),
  LayoutChanged: then(notStarted, () =>
    call('PUT', 'dinner-management/layout', { warming_slots: 41, buffet_slots: 43 }),
  ),
  DinnerStarted: then(notStarted, start),
  DinnerReverted: then(
    async () => {
      await notStarted()
      await start()
    },
    () => undoLast('DinnerStarted'),
  ),
  DinnerReset: then(
    async () => {
      await running()
      await call('POST', 'dinner-management/session/finish')
    },
    () => call('POST', 'dinner-management/session/reset'),
  ),
  DinnerFinished: then(running, () => call('POST', 'dinner-management/session/finish')),
  DinnerResumed: then(
    async () => {
      await running()
      await call('POST', 'dinner-management/session/finish')
    },
    () => call('POST', 'dinner-management/resume'),
  ),
  UserAdded: then(nothing, aUser),
  UserRemoved: then(aUser, removeUser),
  UserRestored: then(
    async () => removeUser(await aUser()),
    () => undoLast('UserRemoved'),
  ),
  ProfileChanged: then(
    async () => (await client.app.sql<{ id: string }[]>`select id from users where role = 'helper' limit 1`)[0]?.id,
    (id) => {
      const data = { fullName: newName(), email: 'helper.new@example.org' }
      const command = { type: 'UpdateProfile', data, metadata } as const
      return handle(buildStep(updateProfileDecider, { stream: `user-${id}`, command }))
    },
  ),
  SecondFactorRequired: then(
    () => requireOfHelpers(false),
    () => requireOfHelpers(true),
  ),
  SecondFactorMadeOptional: then(
    async () => {
      const [td] = await client.app.sql<{ id: string }[]>`select id from users where role = 'TD' limit 1`
      const command = { type: 'AddSecondFactor', data: {}, metadata } as const
      await handle(buildStep(addSecondFactorDecider, { stream: `user-${td?.id}`, command }))
      await requireOfHelpers(true)
    },
    () => requireOfHelpers(false),
  ),
  PhotoAdded: then(nothing, aPhotoOfTheField),
  PhotoRenamed: then(aPhotoOfTheField, (id) => call('PUT', `photos/${id}`, { title: newName() })),
  AnnouncementPublished: then(nothing, anAnnouncement),
  MessageSubmitted: then(aTeam, aMessage),
  AnnouncementTakenBack: then(anAnnouncement, (id) => call('DELETE', `announcements/${id}`)),
  EditionSettingsChanged: then(
    () => setEdition('21:30'),
    () => setEdition('22:00'),
  ),
  EditionStarted: then(nothing, anEdition),
  EditionPublished: then(anEdition, publishEdition),
  EditionUnpublished: then(
    async () => {
      const year = await anEdition()
      await publishEdition(year)
      return year
    },
    () => undoLast('EditionPublished'),
  ),
  ReminderSettingsChanged: then(
    () => call('PUT', 'reminders/volunteers-day', { extra: newName() }),
    () => call('PUT', 'reminders/volunteers-day', { paused: true, extra: newName() }),
  ),
}

async function newest(type: string): Promise<number> {
  const [row] = await client.app.sql<
    { position: string }[]
  >`select max(position) as position from events where type = ${type}`
  return Number(row?.position ?? 0)
}

async function undoLast(type: string): Promise<void> {
  const path = `/api/audit/${await newest(type)}/undo`
  const seen = await client.call('POST', `${path}?preview=true`, { as: 'td' })
  const { can, why } = seen.body as unknown as UndoPreview
  expect({ can, why }, type).toEqual({ can: true, why: null })
  const done = await client.call('POST', path, { as: 'td', headers: { 'if-match': seen.headers.get('etag') ?? '' } })
  expect(done.status, `${type}: ${JSON.stringify(done.body)}`).toBe(200)
}

/** The columns that history adds to a row: who, when and how often. */
const ofHistory = new Set([
  ...['version', 'revision', 'changed_by', 'changed_at', 'drafted_by', 'drafted_at', 'checked_in_by', 'moved_by'],
  ...['signed_up_at'],
])

interface StandingRow {
  readonly place: unknown
  readonly emptiedAt: string | null
}

/** The rows that mean the same as no row. */
const isAsInTheBeginning: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => boolean>> = {
  games: ({ teams }) => teams === null,
  editions: ({ status }) => status === 'removed',
  // There is neither a draft nor a publication.
  pools: ({ saved, published }) => saved === null && String(published) === '',
  standings_rules: ({ tiebreaks: order, ties_in_pools, decisions }) =>
    String(order) === String(usualTiebreaks) && ties_in_pools === false && String(decisions) === '',
}

/** Returns a row without its history; null for a row that means only that something was there. */
function present(table: string, row: Readonly<Record<string, unknown>>): object | null {
  if (row['removed'] || isAsInTheBeginning[table]?.(row)) return null
  const kept = Object.fromEntries(Object.entries(row).filter(([column]) => !ofHistory.has(column)))
  // The row of a removed note stays, so that an undo can bring it back.
  if (table === 'teams' || table === 'dinner_signup_notes') {
    const notes = (row['notes'] as { removed: boolean }[]).filter((note) => !note.removed)
    return table === 'teams' || notes.length > 0 ? { ...kept, notes } : null
  }
  // Finished again is finished later.
  if (table === 'dinner_sessions') return { ...kept, finished_at: row['finished_at'] !== null }
  if (table !== 'dinner_check_ins') return kept
  const { place, emptiedAt } = row['standing'] as StandingRow
  const standing = { place, isEmpty: emptiedAt !== null }
  const isUntouched = row['checked_at'] === null && row['undecided_at'] === null && row['held_place'] === null
  return isUntouched && !standing.isEmpty ? null : { ...kept, standing }
}

async function rows(): Promise<object> {
  const tables = client.app.platform.modules().flatMap(({ readModels }) => readModels.map(({ table }) => table))
  const found = await Promise.all(
    tables.map(async (table) => {
      const all = await client.app.sql<Record<string, unknown>[]>`select * from ${client.app.sql(table)} order by 1`
      return [table, all.flatMap((row) => present(table, row) ?? [])] as const
    }),
  )
  return Object.fromEntries(found)
}

it('has a scenario for every event that can be taken back', () => {
  const rules = client.app.platform.modules().flatMap(({ undo }) => Object.entries(undo?.rules ?? {}))
  const possible = rules.filter(([, rule]) => 'plan' in rule).map(([type]) => type)
  const missing = possible.filter((type) => !(type in scenarios))
  expect(missing, 'Add a scenario for these to `scenarios` in this file').toEqual([])
  expect(Object.keys(scenarios).filter((type) => !possible.includes(type))).toEqual([])
})

it('leaves every row as it was before, in any order, and rows that follow from the events', async () => {
  const [order = []] = fc.sample(
    fc.shuffledSubarray(Object.keys(scenarios), { minLength: Object.keys(scenarios).length }),
    {
      seed,
      numRuns: 1,
    },
  )
  for (const type of order) {
    const act = await scenarios[type]?.()
    const before = await rows()
    await act?.()
    await undoLast(type)
    await expect.poll(rows, { message: `${type}, with the seed ${seed}` }).toEqual(before)
  }
  const { sql, platform } = client.app
  const modules = platform.modules()
  const { differences } = await rebuild({ sql, modules, apply: false })
  expect(differences).toEqual([])
})

async function aPhotoOfTheField(): Promise<string> {
  const photos = photoCalls(client.app.origin, await client.app.signIn('td'))
  return (await photos.add(newName())).id
}

async function setEdition(ends: string): Promise<void> {
  const headers = { 'if-match': (await client.call('GET', '/api/edition')).headers.get('etag') ?? '' }
  const body = { name: newName(), dinner: { ends } }
  expect((await client.call('PUT', '/api/edition', { as: 'td', headers, body })).status).toBe(200)
}

/** Each test begins a year that none has begun. */
let year = 2030

async function anEdition(): Promise<number> {
  year++
  await call('POST', 'editions', { year, copy: ['slots', 'rules'] })
  return year
}

async function publishEdition(of: number): Promise<unknown> {
  return call('POST', `editions/${of}/publish`)
}

async function aMessage(): Promise<string> {
  const body = { to: ['captains:confirmed'], subject: newName(), text: 'Bring a pen.' }
  return idOf((await call('POST', 'messages', body)).message)
}

async function anAnnouncement(): Promise<string> {
  return idOf((await call('POST', 'announcements', { text: newName(), level: 'info' })).announcement)
}

it('Events are judged by parts that are shown of their streams', () => {
  for (const { undo } of client.app.platform.modules()) {
    const summaries = Object.values(undo?.summaries ?? {})
    const shown = summaries.flatMap(({ summarize, initialState }) =>
      Object.keys(summarize(initialState(), 'edition-2025')),
    )
    const preventing = Object.values(undo?.rules ?? {}).flatMap((rule) =>
      'impossible' in rule ? [] : (rule.preventedBy ?? []),
    )
    const presence = summaries.flatMap((one) => one.presence ?? [])
    expect(shown).toEqual(expect.arrayContaining([...preventing, ...presence]))
  }
})
