import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { draftFields, emptyDraft, errorsOf, type SlotDraft } from './slot-draft.ts'

/** The form of a slot, or of a row of serving times, until it is saved. */
export const slotFormMachine = formMachine<SlotDraft>({
  id: 'slot',
  fields: draftFields,
  empty: emptyDraft('dishes'),
  errorsOf,
  failed: 'No answer came. Trying again is safe: it happens only once.',
  keepsFailure: true,
  isFinal: true,
})
