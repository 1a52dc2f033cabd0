import type { ScheduleEvent } from './events.ts'
import { generateSchedule } from './generate-schedule.ts'
import { findTime, type Plan } from './plan.ts'
import * as rules from './schedule.ts'

export const metadata = { now: new Date('2025-11-20T18:00:00Z') }
export const teams = ['huck', 'becky', 'joe', 'sid']
const pool = { id: 'a', name: 'Pool A', letter: 'A', division: 'rec', teams } as const

export const fold = (events: readonly ScheduleEvent[], from = rules.initialState()): rules.Schedule =>
  events.reduce(rules.evolve, from)

/** The draft of a pool of four. */
export function generated(
  played: ReadonlySet<string> = new Set(),
  schedule = rules.initialState(),
  seed = 3,
): rules.Schedule {
  let number = 0
  const data = { seed, pools: [pool], played, newId: () => `game ${++number}` }
  return fold(generateSchedule({ type: 'GenerateSchedule', data, metadata }, schedule), schedule)
}

export const published = (seed?: number): rules.Schedule =>
  fold([{ type: 'SchedulePublished', data: {} }], generated(undefined, undefined, seed))

const noPlan: Plan = { ...rules.initialState().draft, games: [] }

/** Lists the start and end of each public game, by its id. */
export const listTimes = ({ published: plan }: rules.Schedule) =>
  Object.fromEntries((plan ?? noPlan).games.map((game) => [game.id, findTime(game, plan ?? noPlan)]))
