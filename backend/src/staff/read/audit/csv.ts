import { formatVenueSecond, venueTimeZone } from '@ultimate/events/language/venue-clock.ts'
import { stringify } from 'csv-stringify/sync'
import type { AuditLine } from './audit.query.ts'

const atVenue = (moment: string): string => formatVenueSecond(new Date(moment))

const columns: readonly (readonly [name: string, readCell: (entry: AuditLine) => string | number | null])[] = [
  ['time (UTC)', ({ at }) => at],
  [`time at the venue (${venueTimeZone})`, ({ at }) => atVenue(at)],
  ['who', ({ actor }) => actor.name ?? actor.id ?? actor.kind],
  ['role', ({ actor }) => actor.role ?? actor.kind],
  ['what', ({ sentence }) => sentence.text],
  ['before', ({ sentence }) => sentence.was],
  ['subject', ({ sentence }) => sentence.subject],
  ['module', ({ module }) => module],
  ['action', ({ type }) => type],
  ['stream', ({ stream }) => stream],
  ['position', ({ position }) => position],
  ['happened (UTC)', ({ happened_at }) => happened_at],
  [`happened at the venue (${venueTimeZone})`, ({ happened_at }) => happened_at && atVenue(happened_at)],
]

type Cells = readonly (string | number | null)[]

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front: names come from visitors. */
const formatLines = (rows: readonly Cells[]): string =>
  stringify(
    rows.map((cells) => [...cells]),
    {
      record_delimiter: 'windows',
      escape_formulas: true,
      // Records end with \r\n. A lone \r or \n in a cell needs quotes as well.
      quoted_match: /[\r\n]/,
    },
  )

/** The mark by which Excel recognizes UTF-8. */
const byteOrderMark = '\uFEFF'

export const csvHead = byteOrderMark + formatLines([columns.map(([name]) => name)])
/** Returns the last line, which shows that the file is whole. */
export const csvEnd = (count: number): string =>
  formatLines([
    [`End of the export: ${count} ${count === 1 ? 'entry' : 'entries'}.`, ...columns.slice(1).map(() => null)],
  ])
export const csvLines = (entries: readonly AuditLine[]): string =>
  formatLines(entries.map((entry) => columns.map(([, readCell]) => readCell(entry))))
