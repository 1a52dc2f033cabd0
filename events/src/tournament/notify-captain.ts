import type { TimedCommand } from '../language/command.ts'
import type { InvitationEvent, NoticeEvent, Situation } from './events.ts'

/** Records that the captain gets the link to the games of the team, from which the email follows. */
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

/** Records what became of a team, from which the email to its captain follows. */
export type NoticeChange = TimedCommand<'NoticeChange', NoticeEvent['data']>

/** The last noticed situation, null before the first, and the version of the team up to which the bid was noticed. */
type Noticed = { readonly last: Situation | null; readonly corrected: number }

/** The same change is noticed once, however often a backend looks for it. */
function noticeChange({ data }: NoticeChange, { last, corrected }: Noticed): NoticeEvent[] {
  const isNoticed = (data.corrected?.to ?? 0) <= corrected
  if (isNoticed && last && isSame(last, data.is)) return []
  return [{ type: 'TeamChangeNoticed', data }]
}

export const noticeChangeDecider = {
  decide: noticeChange,
  evolve: ({ corrected }: Noticed, { data }: NoticeEvent): Noticed => ({
    last: data.is,
    corrected: data.corrected?.to ?? corrected,
  }),
  initialState: (): Noticed => ({ last: null, corrected: 0 }),
}

export const isSame = (one: Situation, other: Situation): boolean =>
  one.status === other.status && one.paid === other.paid

export const noticeStream = (teamId: string): string => `notice-${teamId}`
