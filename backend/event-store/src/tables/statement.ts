/** A value of a statement; lists travel as texts, see `formatArray`. */
export type Value = string | number | null

/** The text of an SQL array. To unpack one array for each column costs a third of unpacking a JSON list of rows. */
export function formatArray(values: readonly Value[]): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value === 'number') text += value
    else text += `"${special.test(value) ? value.replace(specials, '\\$&') : value}"`
  }
  return `${text}}`
}

const special = /["\\]/
const specials = /["\\]/g

/** `unnest` of array texts, given the placeholders and the type of each column. */
export const unnested = (placeholders: readonly string[], types: readonly string[]): string =>
  `unnest(${types.map((type, index) => `${placeholders[index]}::text::${type}[]`).join(', ')})`

/** A `with` clause, or what follows the clauses. `text` gets the placeholders of the values, and depends only on `shape`. */
export interface Part {
  readonly shape: string
  readonly values: readonly Value[]
  readonly text: (placeholders: string[]) => string
}

/** The texts of statements by their shapes: a few for each category of streams. */
const texts = new Map<string, string>()

/** Builds the statement of these clauses and its end. Its text is built once for each combination of shapes. */
export function buildStatement(parts: readonly Part[], last: Part): { text: string; values: Value[] } {
  const values = [...parts, last].flatMap((part) => part.values)
  const shape = `${parts.map((part) => part.shape).join(' ')} ${last.shape}`
  const known = texts.get(shape)
  if (known) return { text: known, values }
  let bound = 0
  const clauses = [...parts, last].map((part) => part.text(part.values.map(() => `$${++bound}`)))
  const end = clauses.pop()
  const text = clauses.length > 0 ? `with ${clauses.join(',\n')}\n${end}` : `${end}`
  texts.set(shape, text)
  return { text, values }
}
