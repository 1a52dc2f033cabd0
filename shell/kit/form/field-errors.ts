/** The message under each field that needs one. */
export type FieldErrors<Field extends string> = Partial<Readonly<Record<Field, string>>>

/** The report of a schema on a draft, in the form that `safeParse` of zod returns. */
interface Parsed {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
}

/** The first issue of each field, in the order of the form. */
export function firstIssues<Field extends string>(fields: readonly Field[], { error }: Parsed): FieldErrors<Field> {
  const messages = new Map<unknown, string>()
  for (const { path, message } of error?.issues ?? []) if (!messages.has(path[0])) messages.set(path[0], message)
  return knownErrors(fields, Object.fromEntries(messages))
}

/** The messages in an error answer that belong to fields of this form. */
export function knownErrors<Field extends string>(
  fields: readonly Field[],
  messages: Readonly<Record<string, string | undefined>>,
): FieldErrors<Field> {
  return errorsFrom(fields, (field) => messages[field])
}

export const hasErrors = (errors: FieldErrors<string>): boolean =>
  Object.values(errors).some((message) => message !== undefined)

export function firstField<Field extends string>(fields: readonly Field[], errors: FieldErrors<Field>): Field | null {
  return fields.find((field) => errors[field] !== undefined) ?? null
}

/** Validates the changed fields again, once they have an error; the others keep theirs. */
export function revalidated<Field extends string>(
  fields: readonly Field[],
  changed: readonly string[],
  { before, now }: { readonly before: FieldErrors<Field>; readonly now: FieldErrors<Field> },
): FieldErrors<Field> {
  return errorsFrom(fields, (field) => {
    if (before[field] === undefined) return undefined
    return changed.includes(field) ? now[field] : before[field]
  })
}

function errorsFrom<Field extends string>(
  fields: readonly Field[],
  messageOf: (field: Field) => string | undefined,
): FieldErrors<Field> {
  const entries = fields.flatMap((field) => {
    const message = messageOf(field)
    return message === undefined ? [] : [[field, message]]
  })
  return Object.fromEntries(entries) as FieldErrors<Field>
}
