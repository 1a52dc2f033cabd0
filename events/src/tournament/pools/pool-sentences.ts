import { count, type Description, type History, lastAmong, type PastEvent } from '../../language/sentence/sentence.ts'
import type { PoolsEvent, TournamentEvent } from '../events.ts'
import { type Division, divisionLabels } from '../team.ts'
import { poolChanges, withoutTeams } from './arrange-pools.ts'
import type { PoolChange, SavedPool } from './pools-api.ts'

type Pools = readonly SavedPool[]

/** The draft and the public pools, as far as the history shows them: of a long one, events in the middle are missing. */
interface Arrangements {
  /** Null where there is no draft, undefined where that is not known. */
  readonly draft: Pools | null | undefined
  readonly isPublic: boolean | undefined
  /** The public pools; undefined where there are none, and where it is not known which. */
  readonly published: Pools | undefined
}

const unknown: Arrangements = { draft: undefined, isPublic: undefined, published: undefined }

function foldBefore({ earlier, beforeGap = 0 }: History): Arrangements {
  // Events before a gap do not show the state after it.
  const start = beforeGap > 0 ? unknown : { draft: null, isPublic: false, published: undefined }
  return (earlier as readonly TournamentEvent[]).slice(beforeGap).reduce(evolveArrangements, start)
}

function evolveArrangements(before: Arrangements, event: TournamentEvent): Arrangements {
  const { draft, published } = before
  switch (event.type) {
    case 'PoolsSaved':
      return { ...before, draft: event.data.pools }
    case 'PoolsPublished':
      return { draft, isPublic: true, published: draft ?? undefined }
    case 'PoolsUnpublished':
      return { draft, isPublic: false, published: undefined }
    case 'PoolsPutBack':
      return toArrangements(event.data)
    case 'PoolPlacesFreed': {
      const teams = new Set(event.data.teams)
      return {
        ...before,
        draft: draft && withoutTeams(draft, teams),
        published: published && withoutTeams(published, teams),
      }
    }
    default:
      return before
  }
}

function toArrangements({ saved, published }: DataOf<'PoolsPutBack'>): Arrangements {
  const isPublic = published.length > 0
  return { draft: saved, isPublic, published: isPublic ? published : undefined }
}

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

/** Public pools stay as they are, so a draft without pools lists no pool as removed. */
function savedWords(pools: Pools, { draft, published }: Arrangements): string {
  const stillPublic = published ? '; what is public stayed as it was' : ''
  if (pools.length === 0) return ` without pools${stillPublic}`
  const changes = draft ? poolChanges(draft, pools) : []
  const words = [...new Set(changes.flatMap(changeWords)), ...moveWords(changes)]
  return ` (${poolsWords(pools)} placed)${words.map((it) => `, ${it}`).join('')}${stillPublic}`
}

/** Undefined where it is not known whether anything is public. */
function publicWords({ isPublic, published }: Pick<Arrangements, 'isPublic' | 'published'>): string | undefined {
  if (!isPublic) return isPublic === undefined ? undefined : 'not published'
  return published ? `published with ${poolsWords(published)}` : 'published'
}

/** Leaves out what is not known. */
function arrangementWords(arrangements: Arrangements): string {
  const { draft } = arrangements
  const ofDraft = draft === undefined ? [] : [draft ? `draft: ${poolsWords(draft)}` : 'no draft']
  return [...ofDraft, publicWords(arrangements) ?? []].flat().join('; ')
}

const draftWords = ({ draft }: Arrangements): string | undefined =>
  draft === null ? 'no draft' : draft && `${poolsWords(draft)} placed`

/** The sentences for the audit of the whole division. */
const divisionSentences: {
  readonly [T in PoolsEvent['type']]: (data: DataOf<T>, history: History) => Description
} = {
  PoolsSaved: ({ pools }, history: History) => {
    const before = foldBefore(history)
    return {
      text: `saved a draft of ${namePools(history)}${savedWords(pools, before)}`,
      was: draftWords(before),
      subject: namePools(history),
    }
  },
  PoolsPublished: (_, history: History) => {
    const before = foldBefore(history)
    return {
      text: `published ${namePools(history)}${before.draft ? ` (${poolsWords(before.draft)})` : ''}`,
      was: publicWords(before),
      subject: namePools(history),
    }
  },
  PoolsUnpublished: (_, history: History) => ({
    text: `took ${namePools(history)} off the site`,
    // Only public pools can be unpublished.
    was: publicWords({ ...foldBefore(history), isPublic: true }),
    subject: namePools(history),
  }),
  PoolPlacesFreed: ({ teams }, history: History) => {
    const { draft, published } = foldBefore(history)
    const places = teams.flatMap((team) => findPlace(draft, team) ?? findPlace(published, team) ?? [])
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

const findPlace = (pools: Pools | null | undefined, team: string): string | null => findMove(team, pools ?? [], []).from

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

/** The sentences for the history of one team; null for an event that did not touch it. */
const teamSentences: {
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
    const noPlace = isPublicKnown(before) ? 'in no published pool' : undefined
    return {
      text: `published ${namePools(history)} with ${name} in ${to}`,
      was: from === null ? noPlace : `in ${from}`,
    }
  },
  PoolsUnpublished: (_, { history, team, name, before }) => {
    // The team may have been in these pools.
    if (!isPublicKnown(before)) return { text: `took ${namePools(history)} off the site` }
    const from = findPlace(before.published, team)
    return from === null ? null : { text: `took ${namePools(history)} with ${name} off the site`, was: `in ${from}` }
  },
  PoolPlacesFreed: ({ teams }, { history, team, name, before: { draft, published } }) => {
    if (!teams.includes(team)) return null
    const from = findPlace(draft, team) ?? findPlace(published, team)
    return { text: `took ${name} out of ${namePools(history)}`, was: from === null ? undefined : `in ${from}` }
  },
  PoolsPutBack: ({ saved, published }, { history, team, name, before }) => {
    const from = findPlace(before.draft, team) ?? findPlace(before.published, team)
    const to = findPlace(saved, team) ?? findPlace(published, team)
    if (from === to) return null
    const isKnown = before.draft !== undefined && isPublicKnown(before)
    const noPlace = isKnown ? 'in no pool' : undefined
    return {
      text: to === null ? `took ${name} out of ${namePools(history)} again` : `put ${name} back in ${to}`,
      was: from === null ? noPlace : `in ${from}`,
    }
  },
}
const isPublicKnown = ({ isPublic, published }: Arrangements): boolean => isPublic === false || published !== undefined

type DataOf<T extends PoolsEvent['type']> = Extract<PoolsEvent, { type: T }>['data']

const nameIn = (events: readonly PastEvent[]): string =>
  lastAmong<TournamentEvent>()(events, 'TeamRegistered')?.teamName ?? 'the team'

const teamStream = 'team-'

/** Describes an event for the history of one team, or for the whole division. */
export function poolSentence<T extends PoolsEvent['type']>(
  type: T,
  data: DataOf<T>,
  history: History,
): Description | null {
  const { about = '' } = history
  if (!about.startsWith(teamStream)) return divisionSentences[type](data, history)
  const team = about.slice(teamStream.length)
  const description = teamSentences[type](data, {
    history,
    team,
    name: nameIn(history.of(about)),
    before: foldBefore(history),
  })
  return description && { ...description, subject: namePools(history) }
}
