import {
  count,
  type Description,
  type Fact,
  type History,
  last,
  type Sentences,
} from '../../language/sentence/sentence.ts'
import type { PoolsEvent, TournamentEvent } from '../events.ts'
import { type Division, divisionLabels } from '../team.ts'
import { type PoolChange, poolChanges } from './pool-changes.ts'
import { type SavedPool, withoutTeams } from './pools.ts'

type Known = History<TournamentEvent>
type Pools = readonly SavedPool[]

/** What staff work on and what everybody sees; undefined where it cannot be known, null where there is none. */
interface Arrangements {
  readonly draft: Pools | undefined
  readonly published: Pools | null | undefined
}

function arrangementsBefore({ earlier }: Known): Arrangements {
  let [draft, published]: [Arrangements['draft'], Arrangements['published']] = [undefined, null]
  for (const fact of earlier)
    switch (fact.type) {
      case 'PoolsSaved':
        draft = fact.data.pools
        break
      case 'PoolsPublished':
        published = draft
        break
      case 'PoolsUnpublished':
        published = null
        break
      case 'PoolsPutBack':
        draft = fact.data.saved ?? undefined
        published = fact.data.published.length === 0 ? null : fact.data.published
        break
      case 'PoolPlacesFreed': {
        const freed = new Set(fact.data.teams)
        draft = draft && withoutTeams(draft, freed)
        published = published && withoutTeams(published, freed)
      }
    }
  return { draft, published }
}

const divisionOf = ({ stream }: Known): string => {
  const [, division = ''] = stream.split('-')
  return division in divisionLabels ? divisionLabels[division as Division] : division
}
const poolsOf = (known: Known): string => `the ${divisionOf(known)} pools`

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

/** How many, not who: the names are in the histories of the teams. */
function movedTeams(changes: readonly PoolChange[]): string[] {
  const moves = changes.filter((change) => change.kind === 'team-moved')
  const counts = [
    [moves.filter(({ from }) => from === null).length, 'put in'],
    [moves.filter(({ from, to }) => from !== null && to !== null).length, 'moved'],
    [moves.filter(({ to }) => to === null).length, 'taken out'],
  ] as const
  return counts.flatMap(([number, words]) => (number === 0 ? [] : [`${count(number, 'team', 'teams')} ${words}`]))
}

/** A draft says nothing about what is public, so an emptied one lists no pool as removed. */
function savedWords(pools: Pools, { draft, published }: Arrangements): string {
  const kept = published ? '; what is public stayed as it was' : ''
  if (pools.length === 0) return ` without pools${kept}`
  const changes = draft ? poolChanges(draft, pools) : []
  const words = [...new Set(changes.flatMap(changeWords)), ...movedTeams(changes)]
  return ` (${counted(pools)} placed)${words.map((it) => `, ${it}`).join('')}${kept}`
}

const publicWords = (published: Arrangements['published']): string => {
  if (published === null) return 'not published'
  return published ? `published with ${counted(published)}` : 'published'
}

const general: Sentences<PoolsEvent> = {
  PoolsSaved: ({ pools }, known: Known) => {
    const before = arrangementsBefore(known)
    return {
      text: `saved a draft of ${poolsOf(known)}${savedWords(pools, before)}`,
      was: before.draft && `${counted(before.draft)} placed`,
      subject: poolsOf(known),
    }
  },
  PoolsPublished: (_, known: Known) => {
    const { draft, published } = arrangementsBefore(known)
    return {
      text: `published ${poolsOf(known)}${draft ? ` (${counted(draft)})` : ''}`,
      was: publicWords(published),
      subject: poolsOf(known),
    }
  },
  PoolsUnpublished: (_, known: Known) => ({
    text: `took ${poolsOf(known)} off the site`,
    was: publicWords(arrangementsBefore(known).published || undefined),
    subject: poolsOf(known),
  }),
  PoolPlacesFreed: ({ teams }, known: Known) => {
    const { draft, published } = arrangementsBefore(known)
    const places = teams.flatMap((team) => placeIn(draft, team) ?? placeIn(published, team) ?? [])
    return {
      text: `took ${count(teams.length, 'removed team', 'removed teams')} out of ${poolsOf(known)}`,
      was: places.length === 0 ? undefined : `in ${places.join(', ')}`,
      subject: poolsOf(known),
    }
  },
  PoolsPutBack: ({ saved, published }, known: Known) => ({
    text: `put ${poolsOf(known)} back as they were (${saved ? `draft: ${counted(saved)}` : 'no draft'}; ${publicWords(published.length === 0 ? null : published)})`,
    subject: poolsOf(known),
  }),
}

const placeIn = (pools: Arrangements['published'], team: string): string | null => moveOf(team, pools ?? [], []).from

/** Where a team was and is; null for nowhere. */
function moveOf(team: string, before: Pools, after: Pools): { from: string | null; to: string | null } {
  const move = poolChanges(before, after).find((change) => change.kind === 'team-moved' && change.team === team)
  return move?.kind === 'team-moved' ? move : { from: null, to: null }
}

interface TeamHistory {
  readonly known: Known
  /** The team's id and name. */
  readonly team: string
  readonly name: string
  readonly before: Arrangements
}

/** The same facts as the history of one team lists them; null for those that did not touch the team. */
const ofTeam: {
  readonly [T in PoolsEvent['type']]: (data: DataOf<T>, history: TeamHistory) => Omit<Description, 'subject'> | null
} = {
  PoolsSaved: ({ pools }, { known, team, name, before }) => {
    const { from, to } = moveOf(team, before.draft ?? [], pools)
    if (from === null && to === null) return null
    const draft = `the draft of ${poolsOf(known)}`
    if (from === null) return { text: `placed ${name} in ${to} in ${draft}`, was: 'in no pool' }
    if (to === null) return { text: `took ${name} out of ${draft}`, was: `in ${from}` }
    return { text: `moved ${name} to ${to} in ${draft}`, was: `in ${from}` }
  },
  PoolsPublished: (_, { known, team, name, before: { draft, published } }) => {
    if (!draft) return null
    const { from, to } = moveOf(team, published ?? [], draft)
    if (from === null && to === null) return null
    if (to === null) return { text: `published ${poolsOf(known)} without ${name}`, was: `in ${from}` }
    return {
      text: `published ${poolsOf(known)} with ${name} in ${to}`,
      was: from === null ? 'in no published pool' : `in ${from}`,
    }
  },
  PoolsUnpublished: (_, { known, team, name, before }) => {
    const from = placeIn(before.published, team)
    return from === null ? null : { text: `took ${poolsOf(known)} with ${name} off the site`, was: `in ${from}` }
  },
  PoolPlacesFreed: ({ teams }, { known, team, name, before: { draft, published } }) => {
    if (!teams.includes(team)) return null
    const from = placeIn(draft, team) ?? placeIn(published, team)
    return { text: `took ${name} out of ${poolsOf(known)}`, was: from === null ? undefined : `in ${from}` }
  },
  PoolsPutBack: ({ saved, published }, { known, team, name, before }) => {
    const was = placeIn(before.draft, team) ?? placeIn(before.published, team)
    const is = placeIn(saved ?? undefined, team) ?? placeIn(published, team)
    if (was === is) return null
    return {
      text: is === null ? `took ${name} out of ${poolsOf(known)} again` : `put ${name} back in ${is}`,
      was: was === null ? 'in no pool' : `in ${was}`,
    }
  },
}
type DataOf<T extends PoolsEvent['type']> = Extract<PoolsEvent, { type: T }>['data']

const nameIn = (facts: readonly Fact[]): string =>
  last(facts as readonly TournamentEvent[], 'TeamRegistered')?.teamName ?? 'the team'

const teamStream = 'team-'

/** In the history of a team its own words, elsewhere those of the whole division. */
const poolSentence =
  <T extends PoolsEvent['type']>(type: T) =>
  (data: DataOf<T>, known: Known): Description | null => {
    const { about = '' } = known
    if (!about.startsWith(teamStream)) return general[type](data as never, known as never)
    const team = about.slice(teamStream.length)
    const words = ofTeam[type](data, { known, team, name: nameIn(known.of(about)), before: arrangementsBefore(known) })
    return words && { ...words, subject: poolsOf(known) }
  }

export const poolSentences = {
  PoolsSaved: poolSentence('PoolsSaved'),
  PoolsPublished: poolSentence('PoolsPublished'),
  PoolsUnpublished: poolSentence('PoolsUnpublished'),
  PoolPlacesFreed: poolSentence('PoolPlacesFreed'),
  PoolsPutBack: poolSentence('PoolsPutBack'),
}
