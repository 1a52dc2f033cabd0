/** One line of the printed table. `ratio` is ours through theirs; NaN where theirs is 0. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly against: string
  readonly theirs: number
  readonly ratio: number
  /**
   * What is wanted, `none` or nothing where the figure is only to be known: `≥ 0.9` of the ratio, `≤ 130 kB` of ours, or
   * `≤ 0.1 ms more` than theirs; several joined by `and`.
   */
  readonly aim: string
}

/** What a row shows, in the order of its cells. */
export const heads = ['what', 'ours', 'against', 'theirs', 'unit', 'ratio', 'aim', 'met'] as const

const number = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2))

const ratio = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2))

/** Whether the figures are what the aim wants, before they are rounded; null where it wants nothing that can be read. */
export function isMet({ aim, ours, theirs, ratio }: Row): boolean | null {
  const verdicts = aim.split(' and ').map((wanted) => {
    const [, sign, limit = '', of = ''] = /^([≥≤]) ([\d.,]+)(.*)$/.exec(wanted) ?? []
    if (sign === undefined) return null
    const value = of === '' ? ratio : of.endsWith(' more') ? ours - theirs : ours
    const distance = value - Number(limit.replaceAll(',', ''))
    return sign === '≥' ? distance >= 0 : distance <= 0
  })
  return verdicts.includes(null) ? null : !verdicts.includes(false)
}

/** The texts of a row under `heads`. */
export function formatCells(row: Row): string[] {
  const met = isMet(row)
  return [
    ...[row.what, number(row.ours), row.against, number(row.theirs), row.unit, ratio(row.ratio)],
    ...[row.aim, met === null ? '' : met ? 'yes' : 'no'],
  ]
}

export function printTable(rows: readonly Row[]): void {
  const lines = [[...heads], ...rows.map(formatCells)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
