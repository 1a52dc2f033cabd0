import type { TimedCommand } from '@ultimate/events/language/command.ts'
import type { InvitationEvent } from '@ultimate/events/tournament/events.ts'

/** Records that the captain gets the link to the games of the team, from which the email follows. */
export type InviteCaptain = TimedCommand<'InviteCaptain', { readonly teamId: string }>

interface Invitation {
  readonly isSent: boolean
}

/** Invites a captain once, however often the schedule is published. */
export function inviteCaptain({ data }: InviteCaptain, { isSent }: Invitation): InvitationEvent[] {
  return isSent ? [] : [{ type: 'CaptainInvited', data }]
}

export const inviteCaptainDecider = {
  decide: inviteCaptain,
  evolve: (): Invitation => ({ isSent: true }),
  initialState: (): Invitation => ({ isSent: false }),
}

export const invitationStream = (teamId: string): string => `invitation-${teamId}`
