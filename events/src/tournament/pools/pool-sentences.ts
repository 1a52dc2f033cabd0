import {
  count,
  createFindLastData,
  type Description,
  type History,
  type PastEvent,
} from '../../language/sentence/sentence.ts'
import type { PoolsEvent, TournamentEvent } from '../events.ts'
import { type Division, divisionLabels } from '../team.ts'
import { poolChanges, withoutTeams } from './arrange-pools.ts'
import { placeLabel } from './pools.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

type Pools = readonly SavedPool[]

/**
 * The draft and the public pools before an event. A side is `unknown` where the history does not show it, because events
 * in the middle of a long history are not loaded.
 */
interface Arrangements {
  /** The pools that were saved last, also after they were published. */
  readonly draft: Pools | 'none' | 'unknown'
  /** `unknown-pools`: some are public, and it is not known which. */
  readonly published: Pools | 'none' | 'unknown' | 'unknown-pools'
}

const isKnown = (pools: Pools | string): pools is Pools => typeof pools !== 'string'

/** Returns draft and public pools as they were just before the event whose sentence is written. */
function foldBefore({ earlier, beforeGap: eventsBeforeGap = 0 }: History): Arrangements {
  // Events before a gap do not show the state after it.
  const start = eventsBeforeGap > 0 ? 'unknown' : 'none'
  const eventsAfterGap = (earlier as readonly TournamentEvent[]).slice(eventsBeforeGap)
  return eventsAfterGap.reduce(evolveArrangements, { draft: start, published: start })
}

function evolveArrangements(before: Arrangements, event: TournamentEvent): Arrangements {
  const { draft, published } = before
  switch (event.type) {
    case 'PoolsSaved':
      return { draft: event.data.pools, published }
    case 'PoolsPublished':
      return { draft, published: isKnown(draft) ? draft : 'unknown-pools' }
    case 'PoolsUnpublished':
      return { draft, published: 'none' }
    case 'PoolsPutBack':
      return toArrangements(event.data)
    case 'PoolPlacesFreed': {
      const teams = new Set(event.data.teams)
      return {
        draft: isKnown(draft) ? withoutTeams(draft, teams) : draft,
        published: isKnown(published) ? withoutTeams(published, teams) : published,
      }
    }
    default:
      return before
  }
}

const toArrangements = ({ saved, published }: DataOf<'PoolsPutBack'>): Arrangements => ({
  draft: saved ?? 'none',
  published: published.length > 0 ? published : 'none',
})

const describeDivision = ({ stream }: History): string => {
  const [, division = ''] = stream.split('-')
  return division in divisionLabels ? divisionLabels[division as Division] : division
}
const namePools = (history: History): string => `the ${describeDivision(history)} pools`

const countTeams = (pools: Pools): number => pools.flatMap(({ teams }) => teams.filter(Boolean)).length
/** `4 pools, 20 teams`. */
const poolsWords = (pools: Pools): string =>
  `${count(pools.length, 'pool', 'pools')}, ${count(countTeams(pools), 'team', 'teams')}`

function changeWords(change: PoolChange): string[] {
  switch (change.kind) {
    case 'pool-added':
      return [`added ${change.pool} for ${count(change.size, 'team', 'teams')}`]
    case 'pool-removed':
      return [`removed ${change.pool}`]
    case 'pool-renamed':
      return [`renamed ${change.pool} to ${change.to}`]
    case 'pool-resized':
      return [`resized ${change.pool} from ${change.from} to ${change.size}`]
    case 'team-moved':
      return []
  }
}

/** `2 teams put in, 1 team moved`: the histories of teams name the teams. */
function moveWords(changes: readonly PoolChange[]): string[] {
  const moves = changes.filter((change) => change.kind === 'team-moved')
  const counts = [
    [moves.filter(({ from }) => from === null).length, 'put in'],
    [moves.filter(({ from, to }) => from !== null && to !== null).length, 'moved'],
    [moves.filter(({ to }) => to === null).length, 'taken out'],
  ] as const
  return counts.flatMap(([number, words]) => (number === 0 ? [] : [`${count(number, 'team', 'teams')} ${words}`]))
}

/** A saved draft without pools lists no pool as `removed`, because the public pools stay. */
function savedWords(pools: Pools, { draft, published }: Arrangements): string {
  const stillPublic = isKnown(published) ? '; what is public stayed as it was' : ''
  if (pools.length === 0) return ` without pools${stillPublic}`
  const changes = isKnown(draft) ? poolChanges(draft, pools) : []
  const words = [...new Set(changes.flatMap(changeWords)), ...moveWords(changes)]
  return ` (${poolsWords(pools)} placed)${words.map((it) => `, ${it}`).join('')}${stillPublic}`
}

/** Undefined where it is not known whether anything is public. */
function publicWords(published: Arrangements['published']): string | undefined {
  if (isKnown(published)) return `published with ${poolsWords(published)}`
  return { none: 'not published', unknown: undefined, 'unknown-pools': 'published' }[published]
}

/** Undefined where it is not known whether there is a draft. */
const noDraftWords = (draft: 'none' | 'unknown'): string | undefined => (draft === 'none' ? 'no draft' : undefined)

/** Leaves out what is not known. */
function arrangementWords({ draft, published }: Arrangements): string {
  const ofDraft = isKnown(draft) ? `draft: ${poolsWords(draft)}` : noDraftWords(draft)
  return [ofDraft, publicWords(published)].filter(Boolean).join('; ')
}

/** The sentences for the audit of the whole division. */
const divisionSentences: {
  readonly [T in PoolsEvent['type']]: (data: DataOf<T>, history: History) => Description
} = {
  PoolsSaved: ({ pools }, history: History) => {
    const before = foldBefore(history)
    return {
      text: `saved a draft of ${namePools(history)}${savedWords(pools, before)}`,
      was: isKnown(before.draft) ? `${poolsWords(before.draft)} placed` : noDraftWords(before.draft),
      subject: namePools(history),
    }
  },
  PoolsPublished: (_, history: History) => {
    const { draft, published } = foldBefore(history)
    return {
      text: `published ${namePools(history)}${isKnown(draft) ? ` (${poolsWords(draft)})` : ''}`,
      was: publicWords(published),
      subject: namePools(history),
    }
  },
  PoolsUnpublished: (_, history: History) => {
    const { published } = foldBefore(history)
    return {
      text: `took ${namePools(history)} off the site`,
      // Only public pools can be unpublished.
      was: publicWords(isKnown(published) ? published : 'unknown-pools'),
      subject: namePools(history),
    }
  },
  PoolPlacesFreed: ({ teams }, history: History) => {
    const before = foldBefore(history)
    const places = teams.flatMap((team) => findPlaceIn(before, team) ?? [])
    return {
      text: `took ${count(teams.length, 'removed team', 'removed teams')} out of ${namePools(history)}`,
      was: places.length === 0 ? undefined : `in ${places.join(', ')}`,
      subject: namePools(history),
    }
  },
  PoolsPutBack: (data, history: History) => ({
    text: `put ${namePools(history)} back as they were (${arrangementWords(toArrangements(data))})`,
    was: arrangementWords(foldBefore(history)) || undefined,
    subject: namePools(history),
  }),
}

/** Returns the place of a team in the draft, or else in the public pools; null where it has none, or they are not known. */
const findPlaceIn = ({ draft, published }: Arrangements, team: string): string | null =>
  findPlace(draft, team) ?? findPlace(published, team)

/** `A1`; null where the team has no place in these pools, or they are not known. */
function findPlace(pools: Pools | string, team: string): string | null {
  const pool = isKnown(pools) ? pools.find(({ teams }) => teams.includes(team)) : undefined
  return pool ? placeLabel(pool.name, pool.teams.indexOf(team)) : null
}

/** Returns the place that a team left, and the one that it got, each null for none; null if it did not move. */
const findMove = (team: string, before: Pools, after: Pools) =>
  poolChanges(before, after)
    .filter((change) => change.kind === 'team-moved')
    .find((move) => move.team === team) ?? null

interface TeamHistory {
  readonly history: History
  /** The id of the team. */
  readonly team: string
  readonly name: string
  readonly before: Arrangements
}

/** The sentences for the history of one team; null for an event that did not touch it. */
const teamSentences: {
  readonly [T in PoolsEvent['type']]: (data: DataOf<T>, history: TeamHistory) => Omit<Description, 'subject'> | null
} = {
  PoolsSaved: ({ pools }, { history, team, name, before }) => {
    const move = findMove(team, isKnown(before.draft) ? before.draft : [], pools)
    if (move === null) return null
    const { from, to } = move
    const draft = `the draft of ${namePools(history)}`
    const noPlace = before.draft === 'unknown' ? undefined : 'in no pool'
    if (from === null) return { text: `placed ${name} in ${to} in ${draft}`, was: noPlace }
    if (to === null) return { text: `took ${name} out of ${draft}`, was: `in ${from}` }
    return { text: `moved ${name} to ${to} in ${draft}`, was: `in ${from}` }
  },
  PoolsPublished: (_, { history, team, name, before }) => {
    if (!isKnown(before.draft)) return null
    const move = findMove(team, isKnown(before.published) ? before.published : [], before.draft)
    if (move === null) return null
    const { from, to } = move
    if (to === null) return { text: `published ${namePools(history)} without ${name}`, was: `in ${from}` }
    const noPlace = arePublicKnown(before) ? 'in no published pool' : undefined
    return {
      text: `published ${namePools(history)} with ${name} in ${to}`,
      was: from === null ? noPlace : `in ${from}`,
    }
  },
  PoolsUnpublished: (_, { history, team, name, before }) => {
    // The team may have been in these pools.
    if (!arePublicKnown(before)) return { text: `took ${namePools(history)} off the site` }
    const from = findPlace(before.published, team)
    return from === null ? null : { text: `took ${namePools(history)} with ${name} off the site`, was: `in ${from}` }
  },
  PoolPlacesFreed: ({ teams }, { history, team, name, before }) => {
    if (!teams.includes(team)) return null
    const from = findPlaceIn(before, team)
    return { text: `took ${name} out of ${namePools(history)}`, was: from === null ? undefined : `in ${from}` }
  },
  PoolsPutBack: (data, { history, team, name, before }) => {
    const from = findPlaceIn(before, team)
    const to = findPlaceIn(toArrangements(data), team)
    if (from === to) return null
    const noPlace = before.draft !== 'unknown' && arePublicKnown(before) ? 'in no pool' : undefined
    return {
      text: to === null ? `took ${name} out of ${namePools(history)} again` : `put ${name} back in ${to}`,
      was: from === null ? noPlace : `in ${from}`,
    }
  },
}
const arePublicKnown = ({ published }: Arrangements): boolean => isKnown(published) || published === 'none'

type DataOf<T extends PoolsEvent['type']> = Extract<PoolsEvent, { type: T }>['data']

const findTeamName = (events: readonly PastEvent[]): string =>
  createFindLastData<TournamentEvent>()(events, 'TeamRegistered')?.teamName ?? 'the team'

const teamStream = 'team-'

/** Describes an event for the history of one team where the audit lists one, otherwise for the whole division. */
export function poolSentence<T extends PoolsEvent['type']>(
  type: T,
  data: DataOf<T>,
  history: History,
): Description | null {
  const { about: listedStream = '' } = history
  if (!listedStream.startsWith(teamStream)) return divisionSentences[type](data, history)
  const team = listedStream.slice(teamStream.length)
  const description = teamSentences[type](data, {
    history,
    team,
    name: findTeamName(history.of(listedStream)),
    before: foldBefore(history),
  })
  return description && { ...description, subject: namePools(history) }
}
