import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { isSameAddress, teamIdOf, teamStream } from '@ultimate/events/tournament/bid.ts'
import type { CaptainEvent, NoticeEvent, PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { GameEvent, StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import {
  buildLine,
  byStream,
  type Change,
  counted,
  type Entry,
  formatNames,
  netSide,
  type ReadEarlier,
  type SumUp,
} from '../platform/changes.ts'
import type { Edition } from '../platform/edition.ts'
import type { Platform } from '../platform/module.ts'
import { readBidsOf, readOwnBid } from './read/own-bid.query.ts'

/** Sums up teams in one line, the pools of each division in another, and results in one line. */
export const sumUpTournament: SumUp = async (events, readEarlier) => {
  const streams = byStream(events as readonly RecordedEvent<TeamEvent | PoolsEvent | GameEvent | StandingsEvent>[])
  const listStreams = (prefix: string) => [...streams].filter(([stream]) => stream.startsWith(prefix))
  const teams = await sumUpTeams(listStreams('team-') as Streams<TeamEvent>, readEarlier)
  const pools = await Promise.all(
    (listStreams('pools-') as Streams<PoolsEvent>).map(([stream, eventsOfStream]) =>
      sumUpPools(stream, eventsOfStream, readEarlier),
    ),
  )
  const games = listStreams('game-') as Streams<GameEvent>
  const areChanged = await Promise.all(
    games.map(([stream, eventsOfStream]) => isResultChanged(stream, eventsOfStream, readEarlier)),
  )
  const results = sumUpResults(
    games.filter((_, index) => areChanged[index]),
    listStreams('standings-') as Streams<StandingsEvent>,
  )
  return [...teams, ...pools.flat(), ...results]
}

type Streams<E extends TeamEvent | PoolsEvent | GameEvent | StandingsEvent> = readonly (readonly [
  stream: string,
  events: readonly RecordedEvent<E>[],
])[]
type ResultChange = 'entered' | 'decided' | 'forfeited' | 'cleared' | 'kept' | 'put back'

const resultChanges: Readonly<Record<GameEvent['type'], ResultChange>> = {
  ScoreEntered: 'entered',
  ResultDecided: 'decided',
  GameForfeited: 'forfeited',
  ResultCleared: 'cleared',
  ResultKept: 'kept',
  ResultPutBack: 'put back',
}

/** False for a game that had no result before and, by an undo, has none again. */
async function isResultChanged(
  stream: string,
  events: readonly RecordedEvent<GameEvent>[],
  readEarlier: ReadEarlier,
): Promise<boolean> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || last?.type !== 'ResultPutBack' || last.data.teams !== null) return true
  return (await readEarlier({ stream, types: Object.keys(resultChanges), before: first.metadata.position })) !== null
}

/** Counts the games by their last event, and the changes to the standings. */
function sumUpResults(games: Streams<GameEvent>, standings: Streams<StandingsEvent>): Change[] {
  const lastTypes = games.flatMap(([, events]) => events.at(-1)?.type ?? [])
  const standingsEvents = standings.flatMap(([, events]) => events)
  const summarize = (change: ResultChange, one: string, many: string) =>
    counted(lastTypes.filter((type) => resultChanges[type] === change).length, one, many)
  const countRules = (type: StandingsEvent['type'], one: string, many: string) =>
    counted(standingsEvents.filter((event) => event.type === type).length, one, many)
  return buildLine({
    phrases: [
      summarize('entered', 'score entered', 'scores entered'),
      summarize('decided', 'result set by staff', 'results set by staff'),
      summarize('forfeited', 'game forfeited', 'games forfeited'),
      summarize('cleared', 'result cleared', 'results cleared'),
      summarize('kept', 'result kept', 'results kept'),
      summarize('put back', 'result put back', 'results put back'),
      countRules('TieDecided', 'tie decided', 'ties decided'),
      countRules('TiebreaksChanged', 'change of how ranks are decided', 'changes of how ranks are decided'),
    ],
    facts: [...games, ...standings].reduce((sum, [, events]) => sum + events.length, 0),
    streams: new Set([...games, ...standings].map(([stream]) => stream)),
  })
}

type TeamChange =
  | 'registered'
  | 'confirmed'
  | 'withdrawn'
  | 'removed'
  | 'restored'
  | 'paid'
  | 'unpaid'
  | 'moved'
  | 'corrected'
  | 'seeded'

async function sumUpTeams(teams: Streams<TeamEvent>, readEarlier: ReadEarlier): Promise<Change[]> {
  const counts = new Map<TeamChange, number>()
  const changedStreams = new Set<string>()
  let eventCount = 0
  for (const [stream, events] of teams) {
    const changes = await listTeamChanges(stream, events, readEarlier)
    for (const change of changes) counts.set(change, (counts.get(change) ?? 0) + 1)
    if (changes.length > 0) {
      changedStreams.add(stream)
      eventCount += events.length
    }
  }
  const summarize = (change: TeamChange, one: string, many = one) => counted(counts.get(change) ?? 0, one, many)
  return buildLine({
    phrases: [
      summarize('registered', 'team registered', 'teams registered'),
      summarize('confirmed', 'confirmed its address', 'confirmed their addresses'),
      summarize('paid', 'paid'),
      summarize('unpaid', 'no longer paid'),
      summarize('moved', 'changed status'),
      summarize('corrected', 'corrected'),
      summarize('seeded', 'seeded anew'),
      summarize('withdrawn', 'withdrawn'),
      summarize('removed', 'removed'),
      summarize('restored', 'restored'),
    ],
    facts: eventCount,
    streams: changedStreams,
  })
}

async function listTeamChanges(
  stream: string,
  events: readonly RecordedEvent<TeamEvent>[],
  readEarlier: ReadEarlier,
): Promise<TeamChange[]> {
  const types = events.map(({ type }) => type)
  const registration = findRegistrationChange(types)
  if (registration === 'registered and removed') return []
  const netChanges: (TeamChange | null)[] = [
    registration,
    netSide(types.flatMap((type) => payments[type] ?? [])),
    (await hasMoved(stream, events, readEarlier)) ? 'moved' : null,
  ]
  // The other changes of a new team are part of its registration.
  const otherChanges = registration === 'registered' ? [] : types.flatMap((type) => otherChangesByType[type] ?? [])
  return [...netChanges.filter((change) => change !== null), ...new Set(otherChanges)]
}

/** Null for a team that is registered, or removed, as before. */
function findRegistrationChange(
  types: readonly TeamEvent['type'][],
): 'registered' | 'withdrawn' | 'removed' | 'restored' | 'registered and removed' | null {
  const last = types.findLast((type) => registrations[type] !== undefined)
  const isRemoved = last !== undefined && registrations[last] === 'removed'
  if (types.includes('TeamRegistered')) return isRemoved ? 'registered and removed' : 'registered'
  const change = netSide(types.flatMap((type) => registrations[type] ?? []))
  if (change === null || change === 'restored') return change
  return last === 'TeamWithdrawn' ? 'withdrawn' : 'removed'
}

const otherChangesByType: Partial<Record<TeamEvent['type'], TeamChange>> = {
  AddressConfirmed: 'confirmed',
  TeamCorrected: 'corrected',
  TeamSeeded: 'seeded',
}
const registrations: Partial<Record<TeamEvent['type'], 'restored' | 'removed'>> = {
  TeamRemoved: 'removed',
  TeamWithdrawn: 'removed',
  TeamRestored: 'restored',
}
const payments: Partial<Record<TeamEvent['type'], 'paid' | 'unpaid'>> = {
  TeamMarkedPaid: 'paid',
  TeamMarkedUnpaid: 'unpaid',
}
const decisions = ['TeamConfirmed', 'TeamWaitlisted', 'TeamStandingReset'] satisfies TeamEvent['type'][]
const isDecision = (type: string): boolean => decisions.some((one) => one === type)

/** True where the last decision about the status differs from the last one before these events. */
async function hasMoved(
  stream: string,
  events: readonly RecordedEvent<TeamEvent>[],
  readEarlier: ReadEarlier,
): Promise<boolean> {
  const newDecisions = events.filter(({ type }) => isDecision(type))
  const [first] = newDecisions
  if (!first) return false
  const before = await readEarlier({ stream, types: decisions, before: first.metadata.position })
  return newDecisions.at(-1)?.type !== (before?.type ?? 'TeamStandingReset')
}

type Arrangement = Extract<PoolsEvent, { type: 'PoolsSaved' }>['data']['pools']

/** The draft after the event; null where the event does not change it. */
function findDraft({ type, data }: PoolsEvent): Arrangement | null {
  if (type === 'PoolsSaved') return data.pools
  return type === 'PoolsPutBack' ? (data.saved ?? []) : null
}

async function sumUpPools(
  stream: string,
  events: readonly RecordedEvent<PoolsEvent>[],
  readEarlier: ReadEarlier,
): Promise<Change[]> {
  const division = divisionLabels[stream.slice('pools-'.length).split('-')[0] as Division] ?? ''
  const changePhrase = describeChangedPools(await listChangedPools(stream, events, readEarlier), division)
  const publication = await findPublication(stream, events, readEarlier)
  const publicationPhrase = publication && (changePhrase ? publication : `${division} pools ${publication}`)
  const phrases = [changePhrase, publicationPhrase]
  const names = formatNames(events)
  const hasText = phrases.some((phrase) => phrase !== null)
  return buildLine({
    phrases: hasText && names !== '' ? [...phrases, `by ${names}`] : phrases,
    facts: events.length,
    streams: new Set([stream]),
  })
}

function describeChangedPools(pools: readonly ChangedPool[], division: string): string | null {
  const [first] = pools
  if (!first) return null
  if (pools.length > 1) return `${pools.length} pools of ${division} changed`
  return `Pool ${first.name} (${division}) changed ${countTimes(first.times)}`
}

const publications: Partial<Record<PoolsEvent['type'], 'published' | 'taken down'>> = {
  PoolsPublished: 'published',
  PoolsUnpublished: 'taken down',
}

/** Null where no pools were published or taken down, or where pools that were not public before are not public again. */
async function findPublication(
  stream: string,
  events: readonly RecordedEvent<PoolsEvent>[],
  readEarlier: ReadEarlier,
): Promise<'published' | 'taken down' | null> {
  const publicationEvents = events.filter(({ type }) => publications[type] !== undefined)
  const [first, last] = [publicationEvents[0], publicationEvents.at(-1)]
  if (!first || !last) return null
  if (last.type === 'PoolsPublished') return 'published'
  const types = Object.keys(publications)
  const before = await readEarlier({ stream, types, before: first.metadata.position })
  return before?.type === 'PoolsPublished' ? 'taken down' : null
}

function countTimes(times: number): string {
  if (times === 1) return 'once'
  return times === 2 ? 'twice' : `${times} times`
}

interface ChangedPool {
  readonly name: string
  /** The number of changes of the pool. */
  readonly times: number
}

/** Lists the pools of the draft that differ from what they were before these events. */
async function listChangedPools(
  stream: string,
  events: readonly RecordedEvent<PoolsEvent>[],
  readEarlier: ReadEarlier,
): Promise<ChangedPool[]> {
  const [first] = events
  if (!first) return []
  const types = ['PoolsSaved', 'PoolsPutBack'] satisfies PoolsEvent['type'][]
  const before = (await readEarlier({
    stream,
    types,
    before: first.metadata.position,
  })) as RecordedEvent<PoolsEvent> | null
  const draftBefore = (before && findDraft(before)) ?? []
  const drafts = [draftBefore, ...events.map(findDraft).filter((draft) => draft !== null)]
  const draftNow = drafts.at(-1) ?? []
  const ids = new Set([...draftBefore, ...draftNow].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    if (toText(draftBefore, id) === toText(draftNow, id)) return []
    const name = (draftNow.find((pool) => pool.id === id) ?? draftBefore.find((pool) => pool.id === id))?.name ?? ''
    const texts = drafts.map((draft) => toText(draft, id))
    return [{ name, times: texts.filter((text, index) => index > 0 && text !== texts[index - 1]).length }]
  })
}

const toText = (pools: Arrangement, id: string): string => JSON.stringify(pools.find((pool) => pool.id === id) ?? null)

/** Finds the team whose captain an email did not reach; null where it was removed, or has another address by now. */
export const tournamentAddressee =
  ({ current, log }: Platform) =>
  async (recorded: RecordedEvent): Promise<Entry | null | undefined> => {
    const teamId = await findTeamId(recorded as RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>, current)
    if (teamId === undefined) return null
    const own = await readOwnBid(current, teamId)
    const [bidEvent] = await log.read({
      stream: teamStream(teamId),
      types: ['TeamRegistered', 'TeamCorrected'] satisfies BidEvent['type'][],
      before: recorded.metadata.position + 1,
      newestFirst: true,
      limit: 1,
    })
    const email = (bidEvent as RecordedEvent<BidEvent> | undefined)?.data.captain.email ?? ''
    if (!own || own.out !== null || email === '' || !isSameAddress(email, own.bid.captainEmail)) return null
    return { name: own.bid.teamName, path: `/registration/team?id=${teamId}` }
  }

type BidEvent = Extract<TeamEvent, { type: 'TeamRegistered' | 'TeamCorrected' }>

/** Finds the team that the email was about: the newest bid of the address if someone asked for confirmation links. */
async function findTeamId(
  { type, data, metadata }: RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>,
  current: Edition,
): Promise<string | undefined> {
  if (type === 'ConfirmationLinkRequested') return (await readBidsOf(current, data.contact.email))[0]?.id
  // `teamId` of `TeamConfirmed` is another team, whose spot this one got.
  if (type === 'TeamConfirmed' || !('teamId' in data)) return teamIdOf(metadata.stream)
  return data.teamId
}
