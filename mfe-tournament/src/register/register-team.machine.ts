import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { type BidDraft, emptyBid, fields, findErrors } from './bid.ts'

/** A bid that the server has accepted. */
export interface Received {
  /** The team's id, by which the list shows the status of the bid. */
  readonly id: string
  readonly team: string
  /** The address of the confirmation mail; null where the bid counts already. */
  readonly confirmationSentTo: string | null
}

export const toReceived = (
  { teamName, captainEmail }: BidDraft,
  team: { readonly id: string; readonly email_confirmed?: false | undefined },
): Received => ({
  id: team.id,
  team: teamName.trim(),
  confirmationSentTo: team.email_confirmed === false ? captainEmail.trim() : null,
})

export const failed = 'Could not submit right now. Please try again or contact the organizers.'

/** The registration form from the first letter to the receipt. */
export const registerTeamMachine = formMachine<BidDraft, Received>({
  id: 'register-team',
  fields,
  empty: emptyBid,
  findErrors,
  failed,
  keepsFailure: true,
  doneMs: 3000,
  saveDraftMs: 400,
})
