import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import * as sessionFold from '@ultimate/events/dinner/session.ts'
import type { SignupState } from '@ultimate/events/dinner/signup.ts'
import * as signupFold from '@ultimate/events/dinner/signup.ts'
import type { SlotState } from '@ultimate/events/dinner/slot.ts'
import * as slotFold from '@ultimate/events/dinner/slot.ts'
import { stateAfter } from '../../platform/undo.ts'

// Each function takes the first events of one stream.

export const slotAfter = (events: readonly RecordedEvent[]) => stateAfter<SlotState, SlotEvent>(slotFold, events)

export const signupAfter = (events: readonly RecordedEvent[]) =>
  stateAfter<SignupState, SignupEvent>(signupFold, events)

export const sessionAfter = (events: readonly RecordedEvent[]) => stateAfter<DinnerSession, never>(sessionFold, events)
