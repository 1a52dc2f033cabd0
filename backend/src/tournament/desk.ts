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
import type { Platform } from '../platform/module.ts'
import { readBidsOf, readOwnBid } from './read/own-bid.query.ts'

/** Sums up teams in one line, pools in a line per pool and division, and results in one line. */
export const sumUpTournament: SumUp = async (facts, earlier) => {
  const streams = byStream(facts as readonly RecordedEvent<TeamEvent | PoolsEvent | GameEvent | StandingsEvent>[])
  const of = (category: string) => [...streams].filter(([stream]) => stream.startsWith(category))
  const teams = await sumUpTeams(of('team-') as [string, RecordedEvent<TeamEvent>[]][], earlier)
  const pools = await Promise.all(
    (of('pools-') as [string, RecordedEvent<PoolsEvent>[]][]).map(([stream, those]) =>
      sumUpPools(stream, those, earlier),
    ),
  )
  const games = of('game-') as [string, RecordedEvent<GameEvent>[]][]
  const isNet = await Promise.all(games.map(([stream, those]) => isResultChanged(stream, those, earlier)))
  const results = sumUpResults(
    games.filter((_, index) => isNet[index]),
    of('standings-') as [string, RecordedEvent<StandingsEvent>[]][],
  )
  return [...teams, ...pools.flat(), ...results]
}

type Streams<E extends GameEvent | StandingsEvent> = readonly (readonly [string, readonly RecordedEvent<E>[]])[]
type OfGame = 'entered' | 'decided' | 'forfeited' | 'cleared' | 'kept' | 'put back'

const resultBy: Readonly<Record<GameEvent['type'], OfGame>> = {
  ScoreEntered: 'entered',
  ResultDecided: 'decided',
  GameForfeited: 'forfeited',
  ResultCleared: 'cleared',
  ResultKept: 'kept',
  ResultPutBack: 'put back',
}

/** A game that had no result, and by an undo has none again, is left out. */
async function isResultChanged(
  stream: string,
  facts: readonly RecordedEvent<GameEvent>[],
  earlier: ReadEarlier,
): Promise<boolean> {
  const [first, last] = [facts[0], facts.at(-1)]
  if (!first || last?.type !== 'ResultPutBack' || last.data.teams !== null) return true
  return (await earlier({ stream, types: Object.keys(resultBy), before: first.metadata.position })) !== null
}

/** Counts the games by their last event, and the changes to the standings. */
function sumUpResults(games: Streams<GameEvent>, standings: Streams<StandingsEvent>): Change[] {
  const last = games.flatMap(([, facts]) => facts.at(-1)?.type ?? [])
  const rules = standings.flatMap(([, facts]) => facts)
  const summarize = (what: OfGame, one: string, many: string) =>
    counted(last.filter((type) => resultBy[type] === what).length, one, many)
  const countRules = (type: StandingsEvent['type'], one: string, many: string) =>
    counted(rules.filter((fact) => fact.type === type).length, one, many)
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
    facts: [...games, ...standings].reduce((sum, [, facts]) => sum + facts.length, 0),
    streams: new Set([...games, ...standings].map(([stream]) => stream)),
  })
}

type Teams = readonly (readonly [stream: string, facts: readonly RecordedEvent<TeamEvent>[]])[]
type OfTeam =
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

async function sumUpTeams(teams: Teams, earlier: ReadEarlier): Promise<Change[]> {
  const counts = new Map<OfTeam, number>()
  const touched = new Set<string>()
  let behind = 0
  for (const [stream, facts] of teams) {
    const came = await cameOfTeam(stream, facts, earlier)
    for (const what of came) counts.set(what, (counts.get(what) ?? 0) + 1)
    if (came.length > 0) {
      touched.add(stream)
      behind += facts.length
    }
  }
  const summarize = (what: OfTeam, one: string, many = one) => counted(counts.get(what) ?? 0, one, many)
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
    facts: behind,
    streams: touched,
  })
}

async function cameOfTeam(
  stream: string,
  facts: readonly RecordedEvent<TeamEvent>[],
  earlier: ReadEarlier,
): Promise<OfTeam[]> {
  const types = facts.map(({ type }) => type)
  const presence = cameOfPresence(types)
  if (presence === 'nothing') return []
  const came: (OfTeam | null)[] = [
    presence,
    netSide(types.flatMap((type) => paymentBy[type] ?? [])),
    (await hasMoved(stream, facts, earlier)) ? 'moved' : null,
  ]
  const ofOld: OfTeam[] = presence === 'registered' ? [] : types.flatMap((type) => changeBy[type] ?? [])
  return [...came.filter((what) => what !== null), ...new Set(ofOld)]
}

/** Shows if the team came or went; `nothing` for a team that came and went, which is left out. */
function cameOfPresence(
  types: readonly TeamEvent['type'][],
): 'registered' | 'withdrawn' | 'removed' | 'restored' | 'nothing' | null {
  const last = types.findLast((type) => presenceBy[type] !== undefined)
  const isGone = last !== undefined && presenceBy[last] === 'gone'
  if (types.includes('TeamRegistered')) return isGone ? 'nothing' : 'registered'
  const presence = netSide(types.flatMap((type) => presenceBy[type] ?? []))
  if (presence === null) return null
  return presence === 'in' ? 'restored' : last === 'TeamWithdrawn' ? 'withdrawn' : 'removed'
}

const changeBy: Partial<Record<TeamEvent['type'], OfTeam>> = {
  AddressConfirmed: 'confirmed',
  TeamCorrected: 'corrected',
  TeamSeeded: 'seeded',
}
const presenceBy: Partial<Record<TeamEvent['type'], 'in' | 'gone'>> = {
  TeamRemoved: 'gone',
  TeamWithdrawn: 'gone',
  TeamRestored: 'in',
}
const paymentBy: Partial<Record<TeamEvent['type'], 'paid' | 'unpaid'>> = {
  TeamMarkedPaid: 'paid',
  TeamMarkedUnpaid: 'unpaid',
}
const decisions = ['TeamConfirmed', 'TeamWaitlisted', 'TeamStandingReset'] satisfies TeamEvent['type'][]
const isDecision = (type: string): boolean => decisions.some((one) => one === type)

/** True where staff decided otherwise than before; three decisions may end where they began. */
async function hasMoved(
  stream: string,
  facts: readonly RecordedEvent<TeamEvent>[],
  earlier: ReadEarlier,
): Promise<boolean> {
  const made = facts.filter(({ type }) => isDecision(type))
  const [first] = made
  if (!first) return false
  const before = await earlier({ stream, types: decisions, before: first.metadata.position })
  return made.at(-1)?.type !== (before?.type ?? 'TeamStandingReset')
}

type Arrangement = Extract<PoolsEvent, { type: 'PoolsSaved' }>['data']['pools']

/** The draft as a fact leaves it; null where the fact leaves it as it was. */
const draftBy = ({ type, data }: PoolsEvent): Arrangement | null =>
  type === 'PoolsSaved' ? data.pools : type === 'PoolsPutBack' ? (data.saved ?? []) : null

async function sumUpPools(
  stream: string,
  facts: readonly RecordedEvent<PoolsEvent>[],
  earlier: ReadEarlier,
): Promise<Change[]> {
  const division = divisionLabels[stream.slice('pools-'.length).split('-')[0] as Division] ?? ''
  const changes = await changedPools(stream, facts, earlier)
  const [only] = changes
  const by = formatNames(facts)
  const pools =
    changes.length === 1 && only
      ? `Pool ${only.name} (${division}) changed ${times(only.times)}`
      : changes.length > 1
        ? `${changes.length} pools of ${division} changed`
        : null
  const publicity = await cameOfPublicity(stream, facts, earlier)
  const published = publicity === null ? null : `${pools ? '' : `${division} pools `}${publicity}`
  const phrases = [pools, published]
  const says = phrases.some((phrase) => phrase !== null)
  return buildLine({
    phrases: says && by !== '' ? [...phrases, `by ${by}`] : phrases,
    facts: facts.length,
    streams: new Set([stream]),
  })
}

const publicityBy: Partial<Record<PoolsEvent['type'], 'published' | 'taken down'>> = {
  PoolsPublished: 'published',
  PoolsUnpublished: 'taken down',
}

async function cameOfPublicity(
  stream: string,
  facts: readonly RecordedEvent<PoolsEvent>[],
  earlier: ReadEarlier,
): Promise<'published' | 'taken down' | null> {
  const made = facts.filter(({ type }) => publicityBy[type] !== undefined)
  const [first, last] = [made[0], made.at(-1)]
  if (!first || !last) return null
  if (last.type === 'PoolsPublished') return 'published'
  const types = Object.keys(publicityBy)
  const before = await earlier({ stream, types, before: first.metadata.position })
  return before?.type === 'PoolsPublished' ? 'taken down' : null
}

const times = (number: number): string => (number === 1 ? 'once' : number === 2 ? 'twice' : `${number} times`)

/** Pools that are not what they were, with how often each was changed. */
async function changedPools(
  stream: string,
  facts: readonly RecordedEvent<PoolsEvent>[],
  earlier: ReadEarlier,
): Promise<{ readonly name: string; readonly times: number }[]> {
  const [first] = facts
  if (!first) return []
  const types = ['PoolsSaved', 'PoolsPutBack'] satisfies PoolsEvent['type'][]
  const before = await earlier({ stream, types, before: first.metadata.position })
  const drafts = [before, ...facts].flatMap((fact) => (fact ? [draftBy(fact as RecordedEvent<PoolsEvent>)] : []))
  const arranged = drafts.filter((draft) => draft !== null)
  const [begin, end] = [before ? (arranged[0] ?? []) : [], arranged.at(-1) ?? []]
  const steps = before ? arranged : [[], ...arranged]
  const ids = new Set([...begin, ...end].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const states = steps.map((draft) => toText(draft, id))
    if (toText(begin, id) === toText(end, id)) return []
    const name = (end.find((pool) => pool.id === id) ?? begin.find((pool) => pool.id === id))?.name ?? ''
    return [{ name, times: states.filter((state, index) => index > 0 && state !== states[index - 1]).length }]
  })
}

const toText = (pools: Arrangement, id: string): string => JSON.stringify(pools.find((pool) => pool.id === id) ?? null)

/** The team whose captain a mail did not reach; null where it is out, or has had another address since. */
export const tournamentAddressee =
  ({ current, log }: Platform) =>
  async (recorded: RecordedEvent): Promise<Entry | null | undefined> => {
    const { type, data, metadata } = recorded as RecordedEvent<TeamEvent | NoticeEvent | CaptainEvent>
    const asked = type === 'ConfirmationLinkRequested' ? (await readBidsOf(current, data.contact.email))[0]?.id : null
    if (asked === undefined) return null
    const isOfOwnStream = type === 'TeamConfirmed' || !('teamId' in data)
    const teamId = asked ?? (isOfOwnStream ? teamIdOf(metadata.stream) : data.teamId)
    const own = await readOwnBid(current, teamId)
    const [then] = await log.read({
      stream: teamStream(teamId),
      types: ['TeamRegistered', 'TeamCorrected'] satisfies BidEvent['type'][],
      before: metadata.position + 1,
      newestFirst: true,
      limit: 1,
    })
    const email = (then as RecordedEvent<BidEvent> | undefined)?.data.captain.email ?? ''
    if (!own || own.out !== null || email === '' || !isSameAddress(email, own.bid.captainEmail)) return null
    return { name: own.bid.teamName, path: `/registration/team?id=${teamId}` }
  }

type BidEvent = Extract<TeamEvent, { type: 'TeamRegistered' | 'TeamCorrected' }>
