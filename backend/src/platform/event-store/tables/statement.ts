/** A value of a statement; lists travel as JSON texts. */
export type Value = string | number | null

/** One `with` clause. `text` gets the placeholders of the values, and depends on nothing but `shape`. */
export interface Part {
  readonly shape: string
  readonly values: readonly Value[]
  readonly text: (placeholders: string[]) => string
}

/** There are as many texts as there are combinations of changes that occur: a few per category of streams. */
const texts = new Map<string, string>()

/** The statement of these parts; its text is put together once for each combination of shapes. */
export function statementOf(parts: readonly Part[], end: string): { text: string; values: Value[] } {
  const values = parts.flatMap((part) => part.values)
  const shape = parts.map((part) => part.shape).join(' ')
  const known = texts.get(shape)
  if (known) return { text: known, values }
  let bound = 0
  const clauses = parts.map((part) => part.text(part.values.map(() => `$${++bound}`)))
  const text = `with ${clauses.join(',\n')}\n${end}`
  texts.set(shape, text)
  return { text, values }
}
