import { isSameArrangement } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  type Arrangement,
  addPools,
  countTeams,
  deletePool,
  type FillOrder,
  fillPlaces,
  type PoolShape,
  placedTeams,
  placeTeams,
  removeTeam,
  shapePool,
  withoutUnknownTeams,
} from './arrangement.ts'
import { arrangementOf, availableView } from './stored.ts'
import {
  adoptStored,
  type Context,
  isDirty,
  type Notice,
  type PoolBuilderEvent,
  withStep,
  withViewStep,
} from './work.ts'

/** Shows another arrangement, with a step back to the one before. */
function rearrange(context: Context, after: Arrangement): Partial<Context> {
  const { pools } = context
  if (isSameArrangement(pools, after)) return { held: [] }
  return { pools: after, held: [], ...withStep(context, { pools, view: null }) }
}

export function applyEdit(context: Context, event: PoolBuilderEvent): Partial<Context> {
  const { pools, held, base, teams, stored, theirs } = context
  switch (event.type) {
    case 'pools.add':
      return rearrange(context, addPools(pools, event))
    case 'pool.delete':
      return rearrange(context, deletePool(pools, event.pool))
    case 'pool.shape':
      return rearrange(context, shapePool(pools, event.pool, event.shape))
    case 'team.place': {
      const movedTeams = event.team === undefined ? held : [event.team]
      return movedTeams.length === 0 ? {} : rearrange(context, placeTeams(pools, movedTeams, event.place))
    }
    case 'team.remove':
      return rearrange(context, removeTeam(pools, event.team))
    case 'places.fill':
      return rearrange(context, fillPlaces(pools, event.teams, event.by))
    case 'arrangement.take':
      return rearrange(context, withoutUnknownTeams(event.pools, teams))
    case 'view.show':
      return { ...withViewStep(context), ...adoptStored(stored, event.view) }
    case 'discard':
      return theirs ? { ...withViewStep(context), ...adoptStored(theirs, context.view) } : rearrange(context, base)
    case 'undo':
    case 'redo':
      return takeStep(context, event.type)
    default:
      return {}
  }
}

/**
 * Takes one step back or forth, to the view of that step. Teams that were removed meanwhile do not come back. `ahead` are the
 * steps in this direction, `behind` those in the other one.
 */
function takeStep(context: Context, direction: 'undo' | 'redo'): Partial<Context> {
  const { past, future, pools, teams, stored } = context
  const [ahead, behind] = direction === 'undo' ? [past, future] : [future, past]
  const step = ahead.at(-1)
  if (step === undefined) return {}
  const view = step.view === null ? null : availableView(stored, step.view)
  const [newAhead, newBehind] = [ahead.slice(0, -1), [...behind, { pools, view: view && context.view }]]
  return {
    pools: withoutUnknownTeams(step.pools, teams),
    held: [],
    ...(view === null ? {} : { view, base: arrangementOf(stored, view) }),
    ...(direction === 'undo' ? { past: newAhead, future: newBehind } : { past: newBehind, future: newAhead }),
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
      return notice(describeFill(context, event.teams, event.by))
    case 'pool.shape':
      return shapeNotice(context, event.pool, event.shape, notice)
    default:
      return null
  }
}

const findName = ({ pools }: Context, pool: string): string => pools.find(({ id }) => id === pool)?.name ?? 'The pool'

const teamsInWords = (count: number): string => (count === 1 ? '1 team' : `${count} teams`)

function describeFill(context: Context, teams: readonly string[], by: FillOrder = 'bids'): string {
  const { pools } = context
  const placed = placedTeams(fillPlaces(pools, teams)).size - placedTeams(pools).size
  const unplaced = teams.length - placed
  const sentence = `${teamsInWords(placed)} placed in ${describeOrder(context, teams, by)}.`
  return unplaced === 0 ? sentence : `${sentence} ${teamsInWords(unplaced)} found no free place.`
}

function describeOrder({ teams: allTeams }: Context, teams: readonly string[], by: FillOrder): string {
  if (by === 'bids') return 'the order of their bids'
  const isAnySeeded = allTeams.some(({ id, seed }) => seed !== undefined && teams.includes(id))
  return isAnySeeded ? 'a snake by seed' : 'a snake by bid: none has a seed'
}

function shapeNotice(
  { pools }: Context,
  id: string,
  { name, size }: PoolShape,
  notice: (text: string) => Notice,
): Notice | null {
  const before = pools.find((pool) => pool.id === id)
  if (!before || (before.name === name && before.size === size)) return null
  const unassigned = countTeams({ teams: before.teams.slice(size) })
  const sentences = [
    before.name === name ? '' : `${before.name} is now ${name}.`,
    before.size === size ? '' : `${name} has ${size} places.`,
    unassigned === 0 ? '' : `${teamsInWords(unassigned)} went back to the teams without a place.`,
  ]
  return notice(sentences.filter((sentence) => sentence !== '').join(' '))
}
