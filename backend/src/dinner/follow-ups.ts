import type { Automation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupIdOf } from '@ultimate/events/dinner/signup.ts'
import { slotIdOf } from '@ultimate/events/dinner/slot.ts'
import { sendAs } from '../platform/commands.ts'
import type { Platform } from '../platform/module.ts'
import { readCorrectedEntry } from './read/signup-entry.ts'
import { readSignup } from './read/signups.view.ts'
import {
  cancelSignups,
  checkInWalkIn,
  freePlace,
  type SlotDeleted,
  takePlace,
  wasSignupRestored,
} from './write/signup-commands.ts'

/** Checks in a walk-in, if the request was interrupted. */
export function whenWalkedInThenCheckIn({ commands, current, clock }: Platform): Automation {
  const name = 'when-walked-in-then-check-in'
  return {
    name,
    on: ['WalkedIn'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as RecordedEvent<SlotEvent>
      if (event.type !== 'WalkedIn') return
      const { signupId, at, timeTrusted } = event.data
      const walkIn = await readSignup(current, signupId)
      // The stream `signup-<id>` of a walk-in has events once the walk-in was checked in.
      if (walkIn === null || walkIn.version > 0) return
      const { category } = walkIn.signup
      const send = sendAs(commands, causedBy(recorded, name, clock.now()))
      const trust = timeTrusted === false ? { timeTrusted } : {}
      const slotId = slotIdOf(event.metadata.stream)
      await checkInWalkIn(send, { signupId, slotId, category, at: new Date(at), ...trust })
    },
  }
}

/** Frees the place of a canceled sign-up, if the request that canceled it was interrupted. */
export function whenSignupWithdrawnThenFreePlace({ commands, clock, log }: Platform): Automation {
  const name = 'when-signup-withdrawn-then-free-place'
  return {
    name,
    on: ['SignupWithdrawn'] satisfies SignupEvent['type'][],
    handle: async (recorded) => {
      const { type, data, metadata } = recorded as RecordedEvent<SignupEvent>
      if (type !== 'SignupWithdrawn' || data.reason === 'slot-deleted') return
      if (await wasSignupRestored(log, metadata)) return
      const end = { signupId: signupIdOf(metadata.stream), slotId: data.slotId }
      const send = sendAs(commands, causedBy(recorded, name, clock.now()))
      await freePlace(send, end)
      // The sign-up may have been restored while its place was being freed.
      const entry = (await wasSignupRestored(log, metadata)) ? await readCorrectedEntry(log, end) : undefined
      if (entry) await takePlace(send, { entry, slotId: data.slotId })
    },
  }
}

/** Cancels the sign-ups of a deleted slot, if the request was interrupted. So their dishes leave the board. */
export function whenSlotDeletedThenCancelSignups({ commands, clock, log }: Platform): Automation {
  // The name under which its checkpoint is stored.
  const name = 'when-slot-deleted-then-withdraw-signups'
  return {
    name,
    on: ['SlotDeleted'] satisfies SlotEvent['type'][],
    handle: async (recorded) => {
      const event = recorded as SlotDeleted
      const { stream, position } = event.metadata
      const types = ['SlotRestored'] satisfies SlotEvent['type'][]
      const isSlotRestored = async () => (await log.read({ stream, types, after: position, limit: 1 })).length > 0
      await cancelSignups(sendAs(commands, causedBy(recorded, name, clock.now())), event, isSlotRestored)
    },
  }
}
