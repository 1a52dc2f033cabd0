import type { TimedCommand } from '../language/command.ts'
import type { InvitationEvent, NoticeEvent, Situation } from './events.ts'

// The stream `invitation-<team>`

/** Records that the captain gets the link to the games of the team; an automation sends the email. */
export type InviteCaptain = TimedCommand<'InviteCaptain', { readonly teamId: string }>

interface Invitation {
  readonly isSent: boolean
}

/** Invites a captain once, however often the schedule is published. */
function inviteCaptain({ data }: InviteCaptain, { isSent }: Invitation): InvitationEvent[] {
  return isSent ? [] : [{ type: 'CaptainInvited', data }]
}

export const inviteCaptainDecider = {
  decide: inviteCaptain,
  evolve: (): Invitation => ({ isSent: true }),
  initialState: (): Invitation => ({ isSent: false }),
}

export const invitationStream = (teamId: string): string => `invitation-${teamId}`

// The stream `notice-<team>`

/** Records a change of a team's situation; an automation sends the email to its captain. */
export type NoticeChange = TimedCommand<'NoticeChange', NoticeEvent['data']>

interface NoticeState {
  /** The last noticed situation; null before the first notice. */
  readonly last: Situation | null
  /** The version of the team's stream up to which corrections were noticed. */
  readonly correctedTo: number
}

/** The same change is noticed once, however often a backend looks for it. */
function noticeChange({ data }: NoticeChange, { last, correctedTo }: NoticeState): NoticeEvent[] {
  const isCorrectionNoticed = (data.corrected?.to ?? 0) <= correctedTo
  if (isCorrectionNoticed && last && isSameSituation(last, data.is)) return []
  return [{ type: 'TeamChangeNoticed', data }]
}

export const noticeChangeDecider = {
  decide: noticeChange,
  evolve: ({ correctedTo }: NoticeState, { data }: NoticeEvent): NoticeState => ({
    last: data.is,
    correctedTo: data.corrected?.to ?? correctedTo,
  }),
  initialState: (): NoticeState => ({ last: null, correctedTo: 0 }),
}

export const isSameSituation = (one: Situation, other: Situation): boolean =>
  one.status === other.status && one.paid === other.paid

export const noticeStream = (teamId: string): string => `notice-${teamId}`
