import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { DinnerEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import * as session from '@ultimate/events/dinner/session.ts'
import * as signup from '@ultimate/events/dinner/signup.ts'
import * as slot from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../platform/module.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { describeEmails, type UndoContext } from '../../platform/undo.ts'

export type PlanContext = UndoContext<Platform>

/** A stored event of this type. */
export type Recorded<T extends DinnerEvent['type']> = RecordedEvent<Extract<DinnerEvent, { type: T }>>

type Events = readonly RecordedEvent[]

// Each function folds the first events of one stream, with `evolve` and `initialState` of a namespace such as `slot`.
export const slotAfter = (events: Events) => stateAfter<slot.SlotState, SlotEvent>(slot, events)
export const signupAfter = (events: Events) => stateAfter<signup.SignupState, SignupEvent>(signup, events)
export const sessionAfter = (events: Events) => stateAfter<session.DinnerSession, never>(session, events)

export const readSession = async ({ platform, reads }: PlanContext): Promise<session.DinnerSession> =>
  sessionAfter(await reads.stream(session.dinnerStream(platform.current.edition)))

export const goneReason = 'This sign-up is not there any more.'
export const forgottenReason = 'The person who signed up has been forgotten.'

/** Returns true if the person of a sign-up or a walk-in is forgotten, so that it cannot come back. */
export const isForgotten = ({ data: { person } }: slot.FirstEntry): boolean => slot.isForgotten(person)

/** Describes the email to the owner of one sign-up. */
export const describeOwnerMail = ({ platform }: PlanContext, sentence: string): string =>
  describeEmails(platform.configuration, sentence, 'the person who signed up')

/** Describes the emails to everyone who signed up for a slot. */
export const describeSlotMail = ({ platform }: PlanContext, sentence: string): string =>
  describeEmails(platform.configuration, sentence, 'those who signed up')
