import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { type Bid, emptyBid, errorsOf, fields } from './bid.ts'

/** A bid that the server has accepted. */
export interface Received {
  readonly team: string
  /** The address of the confirmation mail; null where the bid counts already. */
  readonly confirmationSentTo: string | null
}

export const receivedOf = ({ teamName, captainEmail }: Bid, awaitsConfirmation: boolean): Received => ({
  team: teamName.trim(),
  confirmationSentTo: awaitsConfirmation ? captainEmail.trim() : null,
})

export const failed = 'Could not submit right now. Please try again or contact the organizers.'

/** A bid from the first letter to the thanks. */
export const registerTeamMachine = formMachine<Bid, Received>({
  id: 'register-team',
  fields,
  empty: emptyBid,
  errorsOf,
  failed,
  keepsFailure: true,
  doneMs: 3000,
  keepDraftMs: 400,
})
