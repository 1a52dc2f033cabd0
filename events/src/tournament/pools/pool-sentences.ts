import { count, type Description, type History, lastAmong, type PastEvent } from '../../language/sentence/sentence.ts'
import type { PoolsEvent, TournamentEvent } from '../events.ts'
import { type Division, divisionLabels } from '../team.ts'
import { poolChanges, withoutTeams } from './arrange-pools.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

type Pools = readonly SavedPool[]

/** The pools that staff work on and those that everybody sees. */
interface Arrangements {
  /** Null where there is none, undefined where that is not known. */
  readonly draft: Pools | null | undefined
  readonly isPublic: boolean | undefined
  /** The public pools; undefined where there are none, and where it is not known which. */
  readonly published: Pools | undefined
}

const unknown: Arrangements = { draft: undefined, isPublic: undefined, published: undefined }

function arrangementsBefore({ earlier, beforeGap = 0 }: History): Arrangements {
  // Events before a gap do not show the state after it.
  const start = beforeGap > 0 ? unknown : { draft: null, isPublic: false, published: undefined }
  return (earlier as readonly TournamentEvent[]).slice(beforeGap).reduce(arrangementsAfter, start)
}

function arrangementsAfter(before: Arrangements, event: TournamentEvent): Arrangements {
  const { draft, published } = before
  switch (event.type) {
    case 'PoolsSaved':
      return { ...before, draft: event.data.pools }
    case 'PoolsPublished':
      return { draft, isPublic: true, published: draft ?? undefined }
    case 'PoolsUnpublished':
      return { draft, isPublic: false, published: undefined }
    case 'PoolsPutBack':
      return putBackTo(event.data)
    case 'PoolPlacesFreed': {
      const freed = new Set(event.data.teams)
      return {
        ...before,
        draft: draft && withoutTeams(draft, freed),
        published: published && withoutTeams(published, freed),
      }
    }
    default:
      return before
  }
}

function putBackTo({ saved, published }: DataOf<'PoolsPutBack'>): Arrangements {
  const isPublic = published.length > 0
  return { draft: saved, isPublic, published: isPublic ? published : undefined }
}

const describeDivision = ({ stream }: History): string => {
  const [, division = ''] = stream.split('-')
  return division in divisionLabels ? divisionLabels[division as Division] : division
}
const namePools = (history: History): string => `the ${describeDivision(history)} pools`

const teamsIn = (pools: Pools): number => pools.flatMap(({ teams }) => teams.filter(Boolean)).length
const counted = (pools: Pools): string =>
  `${count(pools.length, 'pool', 'pools')}, ${count(teamsIn(pools), 'team', 'teams')}`

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

/** Counts the moves without names: those are in the histories of the teams. */
function movedTeams(changes: readonly PoolChange[]): string[] {
  const moves = changes.filter((change) => change.kind === 'team-moved')
  const counts = [
    [moves.filter(({ from }) => from === null).length, 'put in'],
    [moves.filter(({ from, to }) => from !== null && to !== null).length, 'moved'],
    [moves.filter(({ to }) => to === null).length, 'taken out'],
  ] as const
  return counts.flatMap(([number, words]) => (number === 0 ? [] : [`${count(number, 'team', 'teams')} ${words}`]))
}

/** A draft does not affect what is public, so an emptied one lists no pool as removed. */
function savedWords(pools: Pools, { draft, published }: Arrangements): string {
  const stillPublic = published ? '; what is public stayed as it was' : ''
  if (pools.length === 0) return ` without pools${stillPublic}`
  const changes = draft ? poolChanges(draft, pools) : []
  const words = [...new Set(changes.flatMap(changeWords)), ...movedTeams(changes)]
  return ` (${counted(pools)} placed)${words.map((it) => `, ${it}`).join('')}${stillPublic}`
}

/** Undefined where it is not known whether anything is public. */
function publicWords({ isPublic, published }: Pick<Arrangements, 'isPublic' | 'published'>): string | undefined {
  if (!isPublic) return isPublic === undefined ? undefined : 'not published'
  return published ? `published with ${counted(published)}` : 'published'
}

function arrangementWords(arrangements: Arrangements): string {
  const { draft } = arrangements
  const drafted = draft ? `draft: ${counted(draft)}` : 'no draft'
  return [...(draft === undefined ? [] : [drafted]), publicWords(arrangements) ?? []].flat().join('; ')
}

const draftWords = ({ draft }: Arrangements): string | undefined =>
  draft === null ? 'no draft' : draft && `${counted(draft)} placed`

const general: {
  readonly [T in PoolsEvent['type']]: (data: DataOf<T>, history: History) => Description
} = {
  PoolsSaved: ({ pools }, history: History) => {
    const before = arrangementsBefore(history)
    return {
      text: `saved a draft of ${namePools(history)}${savedWords(pools, before)}`,
      was: draftWords(before),
      subject: namePools(history),
    }
  },
  PoolsPublished: (_, history: History) => {
    const before = arrangementsBefore(history)
    return {
      text: `published ${namePools(history)}${before.draft ? ` (${counted(before.draft)})` : ''}`,
      was: publicWords(before),
      subject: namePools(history),
    }
  },
  PoolsUnpublished: (_, history: History) => ({
    text: `took ${namePools(history)} off the site`,
    was: publicWords({ ...arrangementsBefore(history), isPublic: true }),
    subject: namePools(history),
  }),
  PoolPlacesFreed: ({ teams }, history: History) => {
    const { draft, published } = arrangementsBefore(history)
    const places = teams.flatMap((team) => placeIn(draft, team) ?? placeIn(published, team) ?? [])
    return {
      text: `took ${count(teams.length, 'removed team', 'removed teams')} out of ${namePools(history)}`,
      was: places.length === 0 ? undefined : `in ${places.join(', ')}`,
      subject: namePools(history),
    }
  },
  PoolsPutBack: (data, history: History) => ({
    text: `put ${namePools(history)} back as they were (${arrangementWords(putBackTo(data))})`,
    was: arrangementWords(arrangementsBefore(history)) || undefined,
    subject: namePools(history),
  }),
}

const placeIn = (pools: Pools | null | undefined, team: string): string | null => findMove(team, pools ?? [], []).from

/** Returns the place where a team was, and the one where it is; null for none. */
function findMove(team: string, before: Pools, after: Pools): { from: string | null; to: string | null } {
  const move = poolChanges(before, after).find((change) => change.kind === 'team-moved' && change.team === team)
  return move?.kind === 'team-moved' ? move : { from: null, to: null }
}

interface TeamHistory {
  readonly history: History
  /** The team's id and name. */
  readonly team: string
  readonly name: string
  readonly before: Arrangements
}

/** The same events as the history of one team lists them; null for those that did not touch the team. */
const ofTeam: {
  readonly [T in PoolsEvent['type']]: (data: DataOf<T>, history: TeamHistory) => Omit<Description, 'subject'> | null
} = {
  PoolsSaved: ({ pools }, { history, team, name, before }) => {
    const { from, to } = findMove(team, before.draft ?? [], pools)
    if (from === null && to === null) return null
    const draft = `the draft of ${namePools(history)}`
    const isKnown = before.draft !== undefined
    if (from === null) return { text: `placed ${name} in ${to} in ${draft}`, was: isKnown ? 'in no pool' : undefined }
    if (to === null) return { text: `took ${name} out of ${draft}`, was: `in ${from}` }
    return { text: `moved ${name} to ${to} in ${draft}`, was: `in ${from}` }
  },
  PoolsPublished: (_, { history, team, name, before }) => {
    if (!before.draft) return null
    const { from, to } = findMove(team, before.published ?? [], before.draft)
    if (from === null && to === null) return null
    if (to === null) return { text: `published ${namePools(history)} without ${name}`, was: `in ${from}` }
    const was = isPublicKnown(before) ? 'in no published pool' : undefined
    return { text: `published ${namePools(history)} with ${name} in ${to}`, was: from === null ? was : `in ${from}` }
  },
  PoolsUnpublished: (_, { history, team, name, before }) => {
    // It may have been among them.
    if (!isPublicKnown(before)) return { text: `took ${namePools(history)} off the site` }
    const from = placeIn(before.published, team)
    return from === null ? null : { text: `took ${namePools(history)} with ${name} off the site`, was: `in ${from}` }
  },
  PoolPlacesFreed: ({ teams }, { history, team, name, before: { draft, published } }) => {
    if (!teams.includes(team)) return null
    const from = placeIn(draft, team) ?? placeIn(published, team)
    return { text: `took ${name} out of ${namePools(history)}`, was: from === null ? undefined : `in ${from}` }
  },
  PoolsPutBack: ({ saved, published }, { history, team, name, before }) => {
    const was = placeIn(before.draft, team) ?? placeIn(before.published, team)
    const is = placeIn(saved, team) ?? placeIn(published, team)
    if (was === is) return null
    const isKnown = before.draft !== undefined && isPublicKnown(before)
    return {
      text: is === null ? `took ${name} out of ${namePools(history)} again` : `put ${name} back in ${is}`,
      was: was === null ? (isKnown ? 'in no pool' : undefined) : `in ${was}`,
    }
  },
}
const isPublicKnown = ({ isPublic, published }: Arrangements): boolean => isPublic === false || published !== undefined

type DataOf<T extends PoolsEvent['type']> = Extract<PoolsEvent, { type: T }>['data']

const nameIn = (events: readonly PastEvent[]): string =>
  lastAmong<TournamentEvent>()(events, 'TeamRegistered')?.teamName ?? 'the team'

const teamStream = 'team-'

/** Describes an event in words of its own in the history of a team, elsewhere in those of the whole division. */
export function poolSentence<T extends PoolsEvent['type']>(
  type: T,
  data: DataOf<T>,
  history: History,
): Description | null {
  const { about = '' } = history
  if (!about.startsWith(teamStream)) return general[type](data, history)
  const team = about.slice(teamStream.length)
  const words = ofTeam[type](data, {
    history,
    team,
    name: nameIn(history.of(about)),
    before: arrangementsBefore(history),
  })
  return words && { ...words, subject: namePools(history) }
}
