import type { Allergens } from '@ultimate/events/dinner/allergens.ts'
import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import { isSameDraft } from '@ultimate/kit/form/form-draft.ts'
import type { Person } from '../volunteers/person.ts'

/** What the visitor wants of one slot. */
export type Intent =
  | {
      readonly kind: 'sign-up'
      readonly person: Person
      /** Of a dish that is signed up for again. */
      readonly allergens?: Allergens | undefined
      /** The form mark at the press of the button. */
      readonly mark: FormMark
    }
  | {
      readonly kind: 'remove'
      readonly signupId: string
      /** Who was signed up, and what the dish was named to hold, for the way back. */
      readonly person: Person
      readonly allergens?: Allergens | undefined
    }

/** A removal that can still be taken back: by signing the same person up again. */
export type Removed = Extract<Intent, { kind: 'remove' }>

/** An intent, and what the screen showed when the button was pressed: it is shown on top of that until the server confirms. */
export interface Pressed {
  readonly intent: Intent
  /** All sign-ups of the slot. */
  readonly count: number
  /** The number of them that this device owns. */
  readonly own: number
}

export function isSameIntent({ intent: one }: Pressed, { intent: other }: Pressed): boolean {
  if (one.kind === 'remove') return other.kind === 'remove' && one.signupId === other.signupId
  return other.kind === 'sign-up' && isSameDraft(one.person, other.person)
}
