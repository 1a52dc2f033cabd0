import type { TimedCommand } from '../language/command.ts'
import type { InvitationEvent, NoticeEvent, Situation } from './events.ts'

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

/** Records a change of a team's situation; an automation sends the email to its captain. */
export type NoticeChange = TimedCommand<'NoticeChange', NoticeEvent['data']>

interface NoticeState {
  /** The last noticed situation; null before the first notice. */
  readonly last: Situation | null
  /** The version of the team's stream up to which corrections were noticed. */
  readonly corrected: number
}

/** The same change is noticed once, however often a backend looks for it. */
function noticeChange({ data }: NoticeChange, { last, corrected }: NoticeState): NoticeEvent[] {
  const isCorrectionNoticed = (data.corrected?.to ?? 0) <= corrected
  if (isCorrectionNoticed && last && isSame(last, data.is)) return []
  return [{ type: 'TeamChangeNoticed', data }]
}

export const noticeChangeDecider = {
  decide: noticeChange,
  evolve: ({ corrected }: NoticeState, { data }: NoticeEvent): NoticeState => ({
    last: data.is,
    corrected: data.corrected?.to ?? corrected,
  }),
  initialState: (): NoticeState => ({ last: null, corrected: 0 }),
}

export const isSame = (one: Situation, other: Situation): boolean =>
  one.status === other.status && one.paid === other.paid

export const noticeStream = (teamId: string): string => `notice-${teamId}`
