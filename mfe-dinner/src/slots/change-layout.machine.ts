import { type Layout, maxSlots, minSlots } from '@ultimate/events/dinner/session.ts'
import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export const layoutFields = ['warmingSlots', 'buffetSlots'] as const
export type LayoutField = (typeof layoutFields)[number]

/** The texts of the fields. */
export type LayoutDraft = Readonly<Record<LayoutField, string>>

export const toDraft = ({ warmingSlots, buffetSlots }: Layout): LayoutDraft => ({
  warmingSlots: String(warmingSlots),
  buffetSlots: String(buffetSlots),
})

/** The layout of a draft without errors. */
export const toLayout = ({ warmingSlots, buffetSlots }: LayoutDraft): Layout => ({
  warmingSlots: Number(warmingSlots),
  buffetSlots: Number(buffetSlots),
})

function findError(text: string): string | undefined {
  const count = Number(text)
  if (text.trim() === '' || !Number.isInteger(count)) return 'Please give a whole number.'
  return count < minSlots || count > maxSlots ? `Please use ${minSlots} to ${maxSlots}.` : undefined
}

export function findErrors(draft: LayoutDraft): FieldErrors<LayoutField> {
  const errors = layoutFields.map((field) => [field, findError(draft[field])] as const)
  return Object.fromEntries(errors.filter(([, message]) => message !== undefined))
}

/** The form for the counts of slots. An accepted answer has the new layout, with which the form goes on. */
export const layoutMachine = formMachine<LayoutDraft, Layout>({
  id: 'board',
  fields: layoutFields,
  empty: { warmingSlots: '', buffetSlots: '' },
  findErrors,
  // No text: by the specification, a lost answer shows only in the log.
  failed: '',
  afterwards: toDraft,
  isEdit: true,
})
