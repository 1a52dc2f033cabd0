import type { AuditEntry } from '@ultimate/events/staff/api.ts'

const columns: readonly (readonly [name: string, of: (entry: AuditEntry) => string | number | null])[] = [
  ['time', ({ at }) => at],
  ['who', ({ actor }) => actor.name ?? actor.id ?? actor.kind],
  ['role', ({ actor }) => actor.role ?? actor.kind],
  ['what', ({ sentence }) => sentence.text],
  ['before', ({ sentence }) => sentence.was],
  ['thing', ({ sentence }) => sentence.thing],
  ['module', ({ module }) => module],
  ['action', ({ type }) => type],
  ['stream', ({ stream }) => stream],
  ['position', ({ position }) => position],
]

/** A spreadsheet runs what begins like a formula; and names come from visitors. */
function cell(value: string | number | null): string {
  const text = String(value ?? '')
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const line = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

export const csvHead = line(columns.map(([name]) => name))
export const csvLine = (entry: AuditEntry): string => line(columns.map(([, of]) => of(entry)))
