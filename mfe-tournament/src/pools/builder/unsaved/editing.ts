import { isSameArrangement } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  type Arrangement,
  addPools,
  countTeams,
  deletePool,
  type FillOrder,
  fillPlaces,
  knownOnly,
  type PoolShape,
  placedTeams,
  placeTeams,
  removeTeam,
  shapePool,
} from './arrangement.ts'
import {
  adopted,
  type Context,
  isDirty,
  left,
  type Notice,
  type PoolBuilderEvent,
  viewAfter,
  viewed,
  withStep,
} from './work.ts'

/** Goes on with another arrangement; the one before can be taken back. */
function changed(context: Context, after: Arrangement): Partial<Context> {
  const { pools } = context
  if (isSameArrangement(pools, after)) return { held: [] }
  return { pools: after, held: [], ...withStep(context, { pools, view: null }) }
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
      return changed(context, fillPlaces(pools, event.teams, event.by))
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

/** One step back or forth, in the view that it belongs to. A team that was removed meanwhile stays out. */
function stepped(context: Context, direction: 'undo' | 'redo'): Partial<Context> {
  const { past, future, pools, teams, stored } = context
  const [from, to] = direction === 'undo' ? [past, future] : [future, past]
  const next = from.at(-1)
  if (next === undefined) return {}
  const view = next.view === null ? null : viewAfter(stored, next.view)
  const [rest, behind] = [from.slice(0, -1), [...to, { pools, view: view && context.view }]]
  return {
    pools: knownOnly(next.pools, teams),
    held: [],
    ...(view === null ? {} : { view, base: viewed(stored, view) }),
    ...(direction === 'undo' ? { past: rest, future: behind } : { past: behind, future: rest }),
  }
}

/** The notice of an edit whose extent is not visible on the screen. */
export function editNotice(context: Context, event: PoolBuilderEvent): Notice | null {
  const notice = (text: string): Notice => ({ tone: 'good', text, offersUndo: true })
  switch (event.type) {
    case 'discard':
      return notice('Changes discarded.')
    case 'view.show':
      return isDirty(context) ? notice('Your unsaved changes were put aside.') : null
    case 'pool.delete':
      return notice(`${findName(context, event.pool)} deleted.`)
    case 'places.fill':
      return notice(filled(context, event.teams, event.by))
    case 'pool.shape':
      return shapeNotice(context, event.pool, event.shape, notice)
    default:
      return null
  }
}

const findName = ({ pools }: Context, pool: string): string => pools.find(({ id }) => id === pool)?.name ?? 'The pool'

const teamsInWords = (count: number): string => (count === 1 ? '1 team' : `${count} teams`)

function filled({ pools, teams: known }: Context, teams: readonly string[], by: FillOrder = 'bids'): string {
  const placed = placedTeams(fillPlaces(pools, teams)).size - placedTeams(pools).size
  const rest = teams.length - placed
  const isSeeded = known.some(({ id, seed }) => seed !== undefined && teams.includes(id))
  const order =
    by === 'bids' ? 'the order of their bids' : isSeeded ? 'a snake by seed' : 'a snake by bid: none has a seed'
  const sentence = `${teamsInWords(placed)} placed in ${order}.`
  return rest === 0 ? sentence : `${sentence} ${teamsInWords(rest)} found no free place.`
}

function shapeNotice(
  { pools }: Context,
  id: string,
  { name, size }: PoolShape,
  notice: (text: string) => Notice,
): Notice | null {
  const before = pools.find((pool) => pool.id === id)
  if (!before || (before.name === name && before.size === size)) return null
  const lost = countTeams({ teams: before.teams.slice(size) })
  const sentences = [
    before.name === name ? '' : `${before.name} is now ${name}.`,
    before.size === size ? '' : `${name} has ${size} places.`,
    lost === 0 ? '' : `${teamsInWords(lost)} went back to the teams without a place.`,
  ]
  return notice(sentences.filter((sentence) => sentence !== '').join(' '))
}
