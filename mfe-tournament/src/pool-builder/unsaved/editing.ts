import { isSameArrangement } from '@ultimate/events/tournament/pools/pool-changes.ts'
import {
  type Arrangement,
  addPools,
  countTeams,
  deletePool,
  fillPlaces,
  knownOnly,
  type PoolShape,
  placedTeams,
  placeTeams,
  removeTeam,
  shapePool,
} from './arrangement.ts'
import type { Notice } from './stored-pools.ts'
import { adopted, type Context, isDirty, type PoolBuilderEvent } from './work.ts'

/** A step back is worth keeping for as long as the user may remember it. */
const mostSteps = 100

/** Goes on with another arrangement; the one before can be taken back. */
function changed({ pools, past }: Context, after: Arrangement): Partial<Context> {
  if (isSameArrangement(pools, after)) return { held: [] }
  return { pools: after, held: [], past: [...past.slice(-mostSteps), pools], future: [] }
}

export function edited(context: Context, event: PoolBuilderEvent): Partial<Context> {
  const { pools, held, base, teams, stored, theirs } = context
  switch (event.type) {
    case 'pools.add':
      return changed(context, addPools(pools, event))
    case 'pool.delete':
      return changed(context, deletePool(pools, event.pool))
    case 'pool.shape':
      return changed(context, shapePool(pools, event.pool, event.shape))
    case 'team.place': {
      const moved = event.team === undefined ? held : [event.team]
      return moved.length === 0 ? {} : changed(context, placeTeams(pools, moved, event.place))
    }
    case 'team.remove':
      return changed(context, removeTeam(pools, event.team))
    case 'places.fill':
      return changed(context, fillPlaces(pools, event.teams))
    case 'arrangement.take':
      return changed(context, knownOnly(event.pools, teams))
    case 'view.show':
      return { ...left(context), ...adopted(stored, event.view) }
    case 'discard':
      return theirs ? { ...left(context), ...adopted(theirs, context.view) } : changed(context, base)
    case 'undo':
    case 'redo':
      return stepped(context, event.type)
    default:
      return {}
  }
}

/** Unsaved work that is left can be taken back; what is stored anyway needs no step. */
const left = (context: Context): Partial<Context> =>
  isDirty(context) ? { past: [...context.past.slice(-mostSteps), context.pools], future: [] } : {}

/** One step back or forth. A team that was removed meanwhile stays out. */
function stepped({ past, future, pools, teams }: Context, direction: 'undo' | 'redo'): Partial<Context> {
  const [from, to] = direction === 'undo' ? [past, future] : [future, past]
  const next = from.at(-1)
  if (next === undefined) return {}
  const [rest, behind] = [from.slice(0, -1), [...to, pools]]
  return {
    pools: knownOnly(next, teams),
    held: [],
    ...(direction === 'undo' ? { past: rest, future: behind } : { past: behind, future: rest }),
  }
}

/** The notice of an edit whose extent is not visible on the screen. */
export function editNotice(context: Context, event: PoolBuilderEvent): Notice | null {
  const said = (text: string): Notice => ({ tone: 'good', text, offersUndo: true })
  switch (event.type) {
    case 'discard':
      return said('Changes discarded.')
    case 'view.show':
      return isDirty(context) ? said('Your unsaved changes were put aside.') : null
    case 'pool.delete':
      return said(`${nameOf(context, event.pool)} deleted.`)
    case 'places.fill':
      return said(filled(context, event.teams))
    case 'pool.shape':
      return shapeNotice(context, event.pool, event.shape, said)
    default:
      return null
  }
}

const nameOf = ({ pools }: Context, pool: string): string => pools.find(({ id }) => id === pool)?.name ?? 'The pool'

const teamsInWords = (count: number): string => (count === 1 ? '1 team' : `${count} teams`)

function filled({ pools }: Context, teams: readonly string[]): string {
  const placed = placedTeams(fillPlaces(pools, teams)).size - placedTeams(pools).size
  const rest = teams.length - placed
  const sentence = `${teamsInWords(placed)} placed in the order of their bids.`
  return rest === 0 ? sentence : `${sentence} ${teamsInWords(rest)} found no free place.`
}

function shapeNotice(
  { pools }: Context,
  id: string,
  { name, size }: PoolShape,
  said: (text: string) => Notice,
): Notice | null {
  const before = pools.find((pool) => pool.id === id)
  if (!before || (before.name === name && before.size === size)) return null
  const lost = countTeams({ teams: before.teams.slice(size) })
  const sentences = [
    before.name === name ? '' : `${before.name} is now ${name}.`,
    before.size === size ? '' : `${name} has ${size} places.`,
    lost === 0 ? '' : `${teamsInWords(lost)} went back to the teams without a place.`,
  ]
  return said(sentences.filter((sentence) => sentence !== '').join(' '))
}
