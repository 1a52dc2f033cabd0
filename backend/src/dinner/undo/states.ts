import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import * as session from '@ultimate/events/dinner/session.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import { stateAfter } from '../../platform/state-after.ts'

type Events = readonly RecordedEvent[]

// Each function takes the first events of one stream.
export const slotAfter = (events: Events) => stateAfter<slot.SlotState, SlotEvent>(slot, events)
export const signupAfter = (events: Events) => stateAfter<signup.SignupState, SignupEvent>(signup, events)
export const sessionAfter = (events: Events) => stateAfter<session.DinnerSession, never>(session, events)
