import type { GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Plan, PlanEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { type FoundChange, isSamePlan, noticePlanDecider, planStream } from '@ultimate/events/dinner/notice-plan.ts'
import { signupIdOf, signupStream } from '@ultimate/events/dinner/signup.ts'
import { slotIdOf, slotStream, toFields } from '@ultimate/events/dinner/slot.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Platform } from '../../platform/module.ts'
import { maxSlotEvents, type PersonEvent, readAddressEvent, type SignupInSlot } from '../read/signup-entry.ts'
import { readMailableSignupIds, readOwnSignup } from '../read/signups.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'

type SlotDefined = RecordedEvent<Extract<SlotEvent, { type: 'SlotAdded' | 'SlotChanged' }>>
type SlotChanged = RecordedEvent<Extract<SlotEvent, { type: 'SlotChanged' }>>
type SignupChanged = RecordedEvent<
  | Extract<SlotEvent, { type: 'SignupRestored' }>
  | Extract<SignupEvent, { type: 'SignupWithdrawn' | 'SignupReinstated' }>
>
/** An event that may change the plan of volunteers. */
type PlanChanged = SlotChanged | SignupChanged

const automationName = 'when-plan-changed-then-notice-plan'
/** More notices than one address gets in an edition. */
const maxNotices = 1_000

/**
 * Compares the plan of a volunteer (the name and the time of the slot) that the last email showed with the plan after a
 * quiet time, and records what differs. Another automation mails what was recorded, so that a crash loses no email and
 * sends none twice. Skips sign-ups that their owners canceled, demo data and forgotten people.
 */
export function whenPlanChangedThenNoticePlan(platform: Platform, links: PrivateLinks): GatheringAutomation {
  const { commands, clock, configuration, current } = platform
  const quietMs = configuration.mailQuietSeconds * 1000
  return {
    name: automationName,
    on: ['SlotChanged', 'SignupWithdrawn', 'SignupReinstated', 'SignupRestored'] satisfies PlanChanged['type'][],
    gather: {
      quietMs,
      keyOf: async (recorded) => {
        const event = recorded as PlanChanged
        if (event.metadata.edition !== current.edition) return null
        // A slot's sign-ups have several owners, so the changes of each slot are a batch of their own.
        if (event.type === 'SlotChanged') return event.metadata.stream
        // The reason `removed` means that the owner canceled the sign-up.
        if (event.type === 'SignupWithdrawn' && event.data.reason === 'removed') return null
        const addressEvent = await readAddressEvent(platform.log, findSignup(event))
        return addressEvent ? links.computeDigest(addressEvent.data.person.email) : null
      },
      handle: async (gathered) => {
        const [first, last] = [gathered[0] as PlanChanged | undefined, gathered.at(-1)]
        if (!first || !last) return
        // By the key of the batch, all its events changed one slot, or the sign-ups of one address.
        const signups =
          first.type === 'SlotChanged'
            ? await readSignupsInSlot(current, slotIdOf(first.metadata.stream))
            : (gathered as readonly SignupChanged[]).map(findSignup)
        const changesByDigest = await readChanges(platform, links, {
          signups,
          quietMs,
          before: first.metadata.position,
        })
        const send = sendAs(commands, causedBy(last, automationName, clock.now()))
        for (const [digest, changes] of changesByDigest) {
          const stream = planStream(digest, current.edition)
          await send(noticePlanDecider, stream, { type: 'NoticePlan', data: { found: changes } })
        }
      },
    },
  }
}

async function readSignupsInSlot(current: Edition, slotId: string): Promise<SignupInSlot[]> {
  const signupIds = await readMailableSignupIds(current, slotId)
  return signupIds.map((signupId) => ({ signupId, slotId }))
}

const findSignup = ({ type, data, metadata }: SignupChanged): SignupInSlot =>
  type === 'SignupRestored'
    ? { signupId: data.signupId, slotId: slotIdOf(metadata.stream) }
    : { signupId: signupIdOf(metadata.stream), slotId: data.slotId }

interface PlanQuery {
  readonly signups: readonly SignupInSlot[]
  /** The position of the first event of the batch, which no email has shown yet. */
  readonly before: number
  readonly quietMs: number
}

/** Returns what differs from the last emails, by the digest of the owner's address. */
async function readChanges(
  platform: Platform,
  links: PrivateLinks,
  { signups, before, quietMs }: PlanQuery,
): Promise<Map<string, FoundChange[]>> {
  const changes = new Map<string, FoundChange[]>()
  const uniqueSignups = new Map(signups.map((signup) => [signup.signupId, signup])).values()
  for (const { signupId, slotId } of uniqueSignups) {
    const addressEvent = await readAddressEvent(platform.log, { signupId, slotId })
    if (!addressEvent) continue
    const signup = await readOwnSignup(platform.current, signupId)
    const digest = links.computeDigest(addressEvent.data.person.email)
    const was = await readMailedPlan(platform, { signupId, slotId, addressEvent, digest, before, quietMs })
    // A checked-in person gets a mail only if the sign-up was restored: then `was` is null.
    if (signup?.checked_in && was !== null) continue
    const is = signup && { name: signup.slot_name, timeSlot: signup.time_slot }
    if (!isSamePlan(was, is)) changes.set(digest, [...(changes.get(digest) ?? []), { signupId, slotId, was, is }])
  }
  return changes
}

type MailedPlanQuery = SignupInSlot &
  Omit<PlanQuery, 'signups'> & { readonly addressEvent: PersonEvent; readonly digest: string }

/** Returns the plan that an email last showed; null if that email reported the cancellation, or the owner canceled. */
async function readMailedPlan({ log, current }: Platform, query: MailedPlanQuery): Promise<Plan | null> {
  const { signupId, addressEvent, digest, before } = query
  const notices = await log.read({ stream: planStream(digest, current.edition), newestFirst: true, limit: maxNotices })
  const notice = (notices as readonly RecordedEvent<PlanEvent>[]).find(({ data }) =>
    data.signups.some((change) => change.signupId === signupId),
  )
  const [endOrReturn] = await log.read({
    stream: signupStream(signupId),
    types: ['SignupWithdrawn', 'SignupReinstated'] satisfies SignupEvent['type'][],
    after: (notice ?? addressEvent).metadata.position,
    before,
    newestFirst: true,
    limit: 1,
  })
  if (endOrReturn?.type === 'SignupWithdrawn') return null
  if (notice) return notice.data.signups.find((change) => change.signupId === signupId)?.is ?? null
  return readFirstPlan(log, query)
}

/** Returns the plan that the first email showed, which was sent a quiet time after the sign-up. */
async function readFirstPlan(
  log: Platform['log'],
  { slotId, addressEvent, quietMs }: MailedPlanQuery,
): Promise<Plan | null> {
  const types = ['SlotAdded', 'SlotChanged'] satisfies SlotEvent['type'][]
  const definitions = await log.read({ stream: slotStream(slotId), types, limit: maxSlotEvents })
  const { position, at } = addressEvent.metadata
  const shownSlot = (definitions as readonly SlotDefined[]).findLast(
    ({ metadata }) => metadata.position < position || metadata.at.getTime() < at.getTime() + quietMs,
  )
  if (!shownSlot) return null
  const { name: slotName, time_slot: timeSlot } = toFields(shownSlot.data.slot)
  return { name: slotName, timeSlot }
}
