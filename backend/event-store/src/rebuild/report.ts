import type { Difference } from './compare.ts'

export interface RebuildProgress {
  readonly stage: 'check' | 'fold' | 'write' | 'compare' | 'swap'
  /** The number of events that are folded so far, of `total`. */
  readonly events: number
  readonly total: number
}

export interface RebuiltTable {
  readonly table: string
  readonly rows: number
  readonly differences: number
}

export interface RebuildResult {
  readonly events: number
  /** The time until every table was compared and, with `apply`, written; without the swap. */
  readonly seconds: number
  readonly tables: readonly RebuiltTable[]
  /** The first hundred of each table. */
  readonly differences: readonly Difference[]
  readonly applied: boolean
}

const barWidth = 30
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

const stages: { readonly [S in RebuildProgress['stage']]: string } = {
  check: 'Checking the log',
  fold: 'Reading events',
  write: 'Writing tables',
  compare: 'Comparing tables',
  swap: 'Swapping tables',
}

/** One line for a terminal. */
export function progressLine({ stage, events, total }: RebuildProgress, seconds: number): string {
  const done = Math.round((total === 0 ? 1 : events / total) * barWidth)
  const bar = '█'.repeat(done) + '░'.repeat(barWidth - done)
  return `${bar} ${whole.format(events)} of ${whole.format(total)} events, ${whole.format(events / Math.max(seconds, 0.001))} events/s · ${stages[stage]}`
}

/** A rebuild of fewer events is too short to report about. */
const longRebuild = 50_000

/** Writes a line to a log for every tenth of the events, and for every stage after them; none for a short rebuild. */
export function reportTenths(write: (line: string) => void): (progress: RebuildProgress) => void {
  let last = ''
  return ({ stage, events, total }) => {
    const tenth = Math.floor((events / total) * 10)
    if (total < longRebuild || last === `${stage} ${tenth}`) return
    last = `${stage} ${tenth}`
    write(`${stages[stage]}: ${whole.format(events)} of ${whole.format(total)} events`)
  }
}

/** Describes a result for people, with personal data of the tables. `repair` is the command that applies the rebuild. */
export function describeResult(
  { events, seconds, tables, differences, applied }: RebuildResult,
  repair: string,
): string {
  const lines = [
    `${whole.format(events)} events in ${seconds.toFixed(2)} s: ${whole.format(events / Math.max(seconds, 0.001))} events/s`,
    ...tables.map(
      ({ table, rows, differences: count }) => `  ${table}: ${whole.format(rows)} rows, ${count || 'no'} different`,
    ),
    ...differences.flatMap(describeDifference),
    conclusion(differences.length > 0, applied, repair),
  ]
  return `${lines.join('\n')}\n`
}

function conclusion(isDifferent: boolean, applied: boolean, repair: string): string {
  if (applied) return 'The rebuilt tables are in place.'
  return isDifferent
    ? `The live tables are not what the events say. Put them right with: ${repair}`
    : 'The live tables are what the events say.'
}

function describeDifference({ table, id, live, rebuilt }: Difference): string[] {
  if (!live) return [`  ${table} ${id}: missing in the live table`]
  if (!rebuilt) return [`  ${table} ${id}: in the live table only`]
  const columns = Object.keys(rebuilt).filter((name) => live[name] !== rebuilt[name])
  const values = columns.map(
    (name) => `${name} is ${JSON.stringify(live[name])}, should be ${JSON.stringify(rebuilt[name])}`,
  )
  return [`  ${table} ${id}: ${values.join('; ')}`]
}
