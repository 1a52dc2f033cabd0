import type { TimedCommand } from '@ultimate/events/language/command.ts'
import type { NoticeEvent, Situation } from '@ultimate/events/tournament/events.ts'

/** Records what became of a team, from which the email to its captain follows. */
export type NoticeChange = TimedCommand<'NoticeChange', NoticeEvent['data']>

/** The last noticed situation, null before the first, and the version of the team up to which the bid was noticed. */
type Noticed = { readonly last: Situation | null; readonly corrected: number }

const initialState = (): Noticed => ({ last: null, corrected: 0 })

const evolve = ({ corrected }: Noticed, { data }: NoticeEvent): Noticed => ({
  last: data.is,
  corrected: data.corrected?.to ?? corrected,
})

/** The same change is noticed once, however often a backend looks for it. */
export function noticeChange({ data }: NoticeChange, { last, corrected }: Noticed): NoticeEvent[] {
  const isNoticed = (data.corrected?.to ?? 0) <= corrected
  if (isNoticed && last && isSame(last, data.is)) return []
  return [{ type: 'TeamChangeNoticed', data }]
}

export const noticeChangeDecider = { decide: noticeChange, evolve, initialState }

export const isSame = (one: Situation, other: Situation): boolean =>
  one.status === other.status && one.paid === other.paid

export const noticeStream = (teamId: string): string => `notice-${teamId}`
