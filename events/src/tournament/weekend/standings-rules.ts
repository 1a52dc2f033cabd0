import type { TimedCommand } from '../../language/command.ts'
import { gameErrors } from '../errors.ts'
import type { StandingsEvent } from './events.ts'
import { isSameSet, type Tiebreak, tiebreaks } from './standings.ts'

/** An order that staff gave to teams of a pool which no criterion separates. */
export interface TieDecision {
  readonly pool: string
  /** Ids of teams, the best first. */
  readonly order: readonly string[]
}

export interface StandingsRules {
  readonly tiebreaks: readonly Tiebreak[]
  readonly tiesInPools: boolean
  /** At most one about the same teams of a pool. */
  readonly decisions: readonly TieDecision[]
}

export const initialState = (): StandingsRules => ({ tiebreaks, tiesInPools: false, decisions: [] })

export const standingsStream = (edition: string): string => `standings-${edition}`

export function evolve(rules: StandingsRules, event: StandingsEvent): StandingsRules {
  switch (event.type) {
    case 'TiebreaksChanged':
      return { ...rules, tiebreaks: event.data.tiebreaks, tiesInPools: event.data.ties_in_pools }
    case 'TieDecided': {
      const { pool, order } = event.data
      const others = rules.decisions.filter((one) => one.pool !== pool.id || !isSameSet(one.order, order))
      return { ...rules, decisions: [...others, { pool: pool.id, order }] }
    }
    case 'StandingsRulesPutBack':
      return { tiebreaks: event.data.tiebreaks, tiesInPools: event.data.ties_in_pools, decisions: event.data.decisions }
    default:
      return rules
  }
}

/** Undefined fields stay as they are. */
export type ChangeTiebreaks = TimedCommand<
  'ChangeTiebreaks',
  { readonly tiebreaks: readonly Tiebreak[]; readonly tiesInPools?: boolean | undefined }
>

/** Sets the order of the criteria: all of them, each once, and `wins` first. */
export function changeTiebreaks({ data }: ChangeTiebreaks, rules: StandingsRules): StandingsEvent[] {
  const { tiebreaks: order, tiesInPools = rules.tiesInPools } = data
  if (order[0] !== 'wins' || !isSameSet([...new Set(order)], tiebreaks))
    gameErrors.fail('TIEBREAKS', { tiebreaks: 'List every criterion once, and wins first.' })
  const isSame = order.every((one, index) => one === rules.tiebreaks[index]) && tiesInPools === rules.tiesInPools
  return isSame ? [] : [{ type: 'TiebreaksChanged', data: { tiebreaks: [...order], ties_in_pools: tiesInPools } }]
}

export const changeTiebreaksDecider = { decide: changeTiebreaks, evolve, initialState }

/** `tied` are the groups of the pool that no criterion separates, whether staff have decided them or not. */
export type DecideTie = TimedCommand<
  'DecideTie',
  {
    readonly pool: { readonly id: string; readonly name: string }
    readonly order: readonly string[]
    readonly reason: string
    readonly tied: readonly (readonly string[])[]
  }
>

export function decideTie({ data: { pool, order, reason, tied } }: DecideTie, rules: StandingsRules): StandingsEvent[] {
  if (!tied.some((group) => isSameSet(group, order)))
    gameErrors.fail('NOT_TIED', { order: 'List the teams that share a rank, all of them and no others.' })
  const isSame = rules.decisions.some((one) => one.pool === pool.id && one.order.join() === order.join())
  return isSame ? [] : [{ type: 'TieDecided', data: { pool, order: [...order], reason } }]
}

export const decideTieDecider = { decide: decideTie, evolve, initialState }

/** Undoes an earlier change: `rules` is how they were before. */
export type PutBackStandingsRules = TimedCommand<'PutBackStandingsRules', { readonly rules: StandingsRules }>

export function putBackStandingsRules(
  { data: { rules } }: PutBackStandingsRules,
  current: StandingsRules,
): StandingsEvent[] {
  if (JSON.stringify(rules) === JSON.stringify(current)) return []
  const { tiebreaks: order, tiesInPools, decisions } = rules
  return [
    {
      type: 'StandingsRulesPutBack',
      data: {
        tiebreaks: [...order],
        ties_in_pools: tiesInPools,
        decisions: decisions.map(({ pool, order: teams }) => ({ pool, order: [...teams] })),
      },
    },
  ]
}

export const putBackStandingsRulesDecider = { decide: putBackStandingsRules, evolve, initialState }
