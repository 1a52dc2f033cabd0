/** One line of the printed table. `ratio` is ours divided by theirs; NaN where theirs is 0 or a ratio means nothing. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly against: string
  readonly theirs: number
  readonly ratio: number
  /**
   * What is wanted: `≥ 0.9` of the ratio, `≤ 130 kB` of ours, or `≤ 0.1 ms more` than theirs; several joined by `and`.
   * `none` or empty for a figure without an aim.
   */
  readonly aim: string
}

/** The heads of the columns, in the order of a row's cells. */
export const heads = ['what', 'ours', 'against', 'theirs', 'unit', 'ratio', 'aim', 'met'] as const

const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)

const formatRatio = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2))

/** Returns whether the figures meet the aim, before they are rounded; null for an aim without a limit. */
export function isMet({ aim, ours, theirs, ratio }: Row): boolean | null {
  const verdicts = aim.split(' and ').map((wanted) => {
    const [, sign, limit = '', unit = ''] = /^([≥≤]) ([\d.,]+)(.*)$/.exec(wanted) ?? []
    if (sign === undefined) return null
    const value = unit === '' ? ratio : unit.endsWith(' more') ? ours - theirs : ours
    const distance = value - Number(limit.replaceAll(',', ''))
    return sign === '≥' ? distance >= 0 : distance <= 0
  })
  return verdicts.includes(null) ? null : !verdicts.includes(false)
}

/** The texts of a row under `heads`. */
export function formatCells(row: Row): string[] {
  const met = isMet(row)
  return [
    ...[row.what, formatNumber(row.ours), row.against, formatNumber(row.theirs), row.unit, formatRatio(row.ratio)],
    ...[row.aim, met === null ? '' : met ? 'yes' : 'no'],
  ]
}

export function printTable(rows: readonly Row[]): void {
  const lines = [[...heads], ...rows.map(formatCells)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
