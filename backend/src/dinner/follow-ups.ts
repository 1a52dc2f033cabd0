import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupIdOf } from '@ultimate/events/dinner/signup.ts'
import { slotIdOf } from '@ultimate/events/dinner/slot.ts'
import { buildTrust } from '@ultimate/events/language/reported-time.ts'
import { sendAs } from '../platform/commands.ts'
import type { Platform } from '../platform/module.ts'
import { readEntry } from './read/arrivals.query.ts'
import { readSignup } from './read/signups.view.ts'
import { cancelSignups, checkInArrival, freePlace, isBack, takePlace } from './write/signup-commands.ts'

/** Checks in people who walked in, if the backend that took them in ended before it could. */
export function whenWalkedInThenCheckIn({ commands, current, clock }: Platform): Automation {
  const name = 'when-walked-in-then-check-in'
  return {
    name,
    on: ['WalkedIn'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      if (event.type !== 'WalkedIn') return
      const { signupId, at, timeTrusted } = event.data
      const known = await readSignup(current, signupId)
      if (known === null || known.version > 0) return
      const { category } = known.signup
      const arrival = { signupId, slotId: slotIdOf(event.metadata.stream), category, at: new Date(at) }
      const trust = buildTrust(timeTrusted === false ? { timeTrusted } : {})
      await checkInArrival(sendAs(commands, causedBy(recorded, name, clock.now())), { ...arrival, ...trust })
    },
  }
}

/** The request that cancels a sign-up frees its place itself; this finishes requests that were interrupted. */
export function whenSignupWithdrawnThenFreePlace({ commands, clock, log }: Platform): Automation {
  const name = 'when-signup-withdrawn-then-free-place'
  return {
    name,
    on: ['SignupWithdrawn'] satisfies SignupEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<SignupEvent>
      if (type !== 'SignupWithdrawn' || data.reason === 'slot-deleted') return
      if (await isBack(log, metadata)) return
      const end = { signupId: signupIdOf(metadata.stream), slotId: data.slotId }
      const send = sendAs(commands, causedBy(recorded, name, clock.now()))
      await freePlace(send, end)
      // It may have come back while its place was being freed.
      const made = (await isBack(log, metadata)) ? await readEntry(log, end) : undefined
      if (made) await takePlace(send, { made, slotId: data.slotId })
    },
  }
}

/** Takes their dishes from the board, so that the places there become free. */
export function whenSlotDeletedThenCancelSignups({ commands, clock, log }: Platform): Automation {
  const name = 'when-slot-deleted-then-withdraw-signups'
  return {
    name,
    on: ['SlotDeleted'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      const { stream, position } = event.metadata
      const back = ['SlotRestored'] satisfies SlotEvent['type'][]
      const isBack = async () => (await log.read({ stream, types: back, after: position, limit: 1 })).length > 0
      await cancelSignups(sendAs(commands, causedBy(recorded, name, clock.now())), event, isBack)
    },
  }
}
