import type { z } from 'zod'

/** The sentence under each field that needs one. */
export type FieldErrors<Field extends string> = Partial<Readonly<Record<Field, string>>>

/** The first thing wrong with each field, in the order of the form. */
export function firstSentences<Field extends string>(
  fields: readonly Field[],
  parsed: z.ZodSafeParseResult<unknown>,
): FieldErrors<Field> {
  if (parsed.success) return {}
  const sentences = new Map<unknown, string>()
  for (const { path, message } of parsed.error.issues) if (!sentences.has(path[0])) sentences.set(path[0], message)
  return knownErrors(fields, Object.fromEntries(sentences))
}

/** The sentences of a refused request that belong to fields of this form. */
export function knownErrors<Field extends string>(
  fields: readonly Field[],
  sentences: Readonly<Record<string, string>>,
): FieldErrors<Field> {
  const known = fields.flatMap((field) => (sentences[field] === undefined ? [] : [[field, sentences[field]]]))
  return Object.fromEntries(known) as FieldErrors<Field>
}

export function firstField<Field extends string>(fields: readonly Field[], errors: FieldErrors<Field>): Field | null {
  return fields.find((field) => errors[field] !== undefined) ?? null
}

/** A field that was changed is judged anew, once something had been said about it; the others keep what was said. */
export function judgedAnew<Field extends string>(
  fields: readonly Field[],
  changed: readonly string[],
  { before, now }: { readonly before: FieldErrors<Field>; readonly now: FieldErrors<Field> },
): FieldErrors<Field> {
  const kept = fields.flatMap((field) => {
    const sentence = changed.includes(field) ? now[field] : before[field]
    return before[field] === undefined || sentence === undefined ? [] : [[field, sentence]]
  })
  return Object.fromEntries(kept) as FieldErrors<Field>
}

/** The server declined: why, in a sentence, and what is wrong with fields. */
export interface Refused<Field extends string> {
  readonly kind: 'refused'
  readonly sentence: string
  readonly errors: FieldErrors<Field>
}
