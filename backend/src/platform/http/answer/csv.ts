import { formatVenueDay } from '@ultimate/events/language/venue-clock.ts'
import { stringify } from 'csv-stringify/sync'

/** The columns in order: their headings and cells. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => string | number])[]

/**
 * Returns the rows as CSV (RFC 4180), with the mark by which Excel recognizes UTF-8. A cell that a spreadsheet would
 * take for a formula gets an apostrophe in front. The rest of the cell is unchanged, such as the plus of a phone
 * number.
 */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    {
      columns: columns.map(([head]) => head),
      header: true,
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      // Quotes each text: a cell with `\n` needs quotes, although records end with `\r\n`.
      quoted_string: true,
    },
  )
}

/** Returns the headers of a file that is named after what it holds and the day. */
export const csvHeaders = (name: string, now: Date) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}-${formatVenueDay(now)}.csv"`,
})
