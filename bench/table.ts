/** One line of the printed table. `ratio` is ours through theirs; NaN where theirs is 0. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly against: string
  readonly theirs: number
  readonly ratio: number
  readonly aim: string
}

const number = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2))

const ratio = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2))

export function printTable(rows: readonly Row[]): void {
  const lines = [
    ['what', 'ours', 'against', 'theirs', 'unit', 'ratio', 'aim'],
    ...rows.map((row) => [
      ...[row.what, number(row.ours), row.against, number(row.theirs), row.unit, ratio(row.ratio), row.aim],
    ]),
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
