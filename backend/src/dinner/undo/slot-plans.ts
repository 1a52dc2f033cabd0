import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import {
  changeSlotDecider,
  deleteSlotDecider,
  nameOfSlot,
  type SlotState,
  toFields,
} from '@ultimate/events/dinner/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import { buildStep, type ReasonAgainst, type UndoPlan } from '../../platform/undo.ts'
import { type PlanContext, slotAfter } from './plan-context.ts'
import { describeSlotMail } from './sentences.ts'

export async function planDeleteSlot({ metadata: { stream } }: RecordedEvent, context: PlanContext): Promise<UndoPlan> {
  const { reads, now } = context
  const state = slotAfter(await reads.stream(stream))
  const signups = state.status === 'open' ? state.signups.length : 0
  const command = { type: 'DeleteSlot', data: {}, metadata: { now } } as const
  return {
    steps: [buildStep(deleteSlotDecider, { stream, command })],
    consequences: [
      ...(signups > 0 ? [`${count(signups, 'sign-up goes', 'sign-ups go')} with the slot.`] : []),
      ...(isAnyMailed(state) ? [describeSlotMail(context, 'Those who signed up get an email that says so.')] : []),
    ],
  }
}

/** Plans to give a slot the fields that it had before the event. Only a change of its name is mailed. */
export async function planChangeSlot(
  { metadata: { stream } }: RecordedEvent,
  context: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const { earlierEvents, now, reads } = context
  const slotBefore = slotAfter(earlierEvents)
  if (slotBefore.status !== 'open') return 'This slot is not there any more.'
  const change = toFields(slotBefore.definition)
  const command = { type: 'ChangeSlot', data: { change }, metadata: { now } } as const
  const slotNow = slotAfter(await reads.stream(stream))
  const changesName = slotNow.status === 'open' && nameOfSlot(toFields(slotNow.definition)) !== nameOfSlot(change)
  const mailSentence = 'Anyone who was emailed about this slot gets another email with the change.'
  return {
    steps: [buildStep(changeSlotDecider, { stream, command })],
    consequences: changesName && isAnyMailed(slotNow) ? [describeSlotMail(context, mailSentence)] : [],
  }
}

/** True where someone is signed up with an address; walk-ins have none. */
const isAnyMailed = (state: SlotState): boolean =>
  state.status === 'open' && state.signups.some(({ email }) => email !== '')
