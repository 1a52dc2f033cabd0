import type { LogCheck } from './check-log.ts'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
/** How many wrong events are listed: the first ones show where to look. */
const shownFindings = 20

/** The report of a check: what was read, then the first wrong events, in the log's order. */
export function describeCheck({ findings, events, unsealed, heads, newest }: LogCheck, seconds: number): string {
  const perMinute = (events / Math.max(seconds, 0.001)) * 60
  const late = unsealed === 0 ? '' : `; the last ${whole.format(unsealed)} are newer than the newest head`
  const brought = heads.brought === 0 ? '' : `, and of those that were brought ${whole.format(heads.brought)}`
  const lines = [
    `${whole.format(events)} events read in ${seconds.toFixed(2)} s: ${whole.format(perMinute)} a minute${late}`,
    newest ? `The newest head has ${whole.format(newest.size)} events: ${newest.words}` : 'There is no head yet.',
    `${whole.format(heads.kept)} heads of the database hold${brought}.`,
    ...findings
      .slice(0, shownFindings)
      .map(({ position, what }) => (position === null ? `WRONG: ${what}` : `WRONG at position ${position}: ${what}`)),
    ...(findings.length > shownFindings ? [`… and ${whole.format(findings.length - shownFindings)} more`] : []),
    findings.length === 0 ? 'The log is what was sealed.' : 'The log is not what was sealed.',
  ]
  return `${lines.join('\n')}\n`
}
