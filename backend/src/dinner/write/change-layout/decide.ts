import type { DinnerSession } from '@ultimate/events/dinner/board/board.ts'
import type { Layout } from '@ultimate/events/dinner/board/place.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import type { TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState } from '../dinner.ts'

/** `occupied` is the smallest layout that has all places which hold a dish, as it was read before the decision. */
export type ChangeLayout = TimedCommand<'ChangeLayout', { layout: Layout; occupied: Layout }>

export function changeLayout({ data: { layout, occupied } }: ChangeLayout, session: DinnerSession): SessionEvent[] {
  const { warmingSlots, buffetSlots } = layout
  if (session.startedAt !== null) dinnerErrors.fail('LAYOUT_LOCKED')
  if (warmingSlots < occupied.warmingSlots || buffetSlots < occupied.buffetSlots) dinnerErrors.fail('LAYOUT_HIDES_DISH')
  if (warmingSlots === session.warmingSlots && buffetSlots === session.buffetSlots) return []
  return [{ type: 'LayoutChanged', data: { warmingSlots, buffetSlots } }]
}

export const changeLayoutDecider = { decide: changeLayout, evolve, initialState }
