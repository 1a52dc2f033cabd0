import { isRecord } from '../request/is-equal.ts'

/**
 * Returns what was read before wherever the newer answer is the same: then no screen draws it again. Rows are
 * recognized by their `id`, wherever they stand in the list. So a row that comes or goes makes no other row new.
 */
export function keepSameRows<Data>(before: unknown, now: Data): Data {
  return reuse(before, now) as Data
}

function reuse(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before
  if (Array.isArray(before) && Array.isArray(now)) return reuseList(before, now)
  if (isRecord(before) && isRecord(now)) return reuseRecord(before, now)
  return now
}

function reuseList(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const rowsById = new Map(before.map((row) => [idOf(row), row]))
  const list = now.map((row, index) => {
    const id = idOf(row)
    return reuse(id === undefined ? before[index] : rowsById.get(id), row)
  })
  return list.length === before.length && list.every((row, index) => row === before[index]) ? before : list
}

function reuseRecord(before: Fields, now: Fields): Fields {
  const names = Object.keys(now)
  const isSame = (name: string) => isIn(before, name, reuse(before[name], now[name]))
  // Most rows have not changed, and those are not copied.
  if (names.length === Object.keys(before).length && names.every(isSame)) return before
  return Object.fromEntries(names.map((name) => [name, reuse(before[name], now[name])]))
}

type Fields = Readonly<Record<string, unknown>>

const isIn = (fields: Fields, name: string, value: unknown): boolean =>
  Object.hasOwn(fields, name) && Object.is(fields[name], value)

function idOf(value: unknown): string | undefined {
  const id = isRecord(value) ? value['id'] : undefined
  return typeof id === 'string' ? id : undefined
}
