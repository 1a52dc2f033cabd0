import type { NoticeEvent, Situation } from '@ultimate/events/tournament/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'

/** Records what became of a team, from which the email to its captain follows. */
export type NoticeChange = TimedCommand<'NoticeChange', NoticeEvent['data']>

/** What was noticed last; null where nothing was. */
type Noticed = { readonly last: Situation | null }

const initialState = (): Noticed => ({ last: null })

const evolve = (_: Noticed, { data }: NoticeEvent): Noticed => ({ last: data.is })

/** The same change is noticed once, however often a backend looks for it. */
export function noticeChange({ data }: NoticeChange, { last }: Noticed): NoticeEvent[] {
  return last && isSame(last, data.is) ? [] : [{ type: 'TeamChangeNoticed', data }]
}

export const noticeChangeDecider = { decide: noticeChange, evolve, initialState }

export const isSame = (one: Situation, other: Situation): boolean =>
  one.status === other.status && one.paid === other.paid

export const noticeStream = (teamId: string): string => `notice-${teamId}`
