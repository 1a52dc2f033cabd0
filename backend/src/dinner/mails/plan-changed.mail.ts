import type { Automation, GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ChangeOfPlan, Plan, PlanEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { type FoundChange, isSamePlan, noticePlanDecider, planStream } from '@ultimate/events/dinner/notice-plan.ts'
import { signupIdOf, signupStream } from '@ultimate/events/dinner/signup.ts'
import { emailKey, slotIdOf, slotStream, toFields } from '@ultimate/events/dinner/slot.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Platform } from '../../platform/module.ts'
import { type Addressed, readAddressed } from '../read/arrivals.query.ts'
import { readOwnSignup, readSignupsIn, readSignupsOf, readSlotsOf } from '../read/signups.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { planMail } from './plan-text.ts'

type SlotDefined = RecordedEvent<Extract<SlotEvent, { type: 'SlotAdded' | 'SlotChanged' }>>
type Reason = RecordedEvent<
  | Extract<SlotEvent, { type: 'SlotChanged' | 'SignupRestored' }>
  | Extract<SignupEvent, { type: 'SignupWithdrawn' | 'SignupReinstated' }>
>
interface SignupInSlot {
  readonly signupId: string
  readonly slotId: string
}

const name = 'when-plan-changed-then-notice-plan'
const maxDefinitions = 10_000

/**
 * Compares what the owner of an address last heard of its sign-ups with what is so after a quiet time, and records what
 * differs before they are mailed, so that a crash loses no email and sends none twice. Owners are not mailed about what
 * they remove themselves, and neither are demo data nor forgotten people.
 */
export function whenPlanChangedThenNoticePlan(platform: Platform, links: PrivateLinks): GatheringAutomation {
  const { commands, clock, configuration, current } = platform
  const quietMs = configuration.mailQuietSeconds * 1000
  return {
    name,
    on: ['SlotChanged', 'SignupWithdrawn', 'SignupReinstated', 'SignupRestored'] satisfies Reason['type'][],
    gather: {
      quietMs,
      keyOf: async (recorded) => {
        const reason = recorded as Reason
        if (reason.metadata.edition !== current.edition) return null
        if (reason.type === 'SlotChanged') return reason.metadata.stream
        if (reason.type === 'SignupWithdrawn' && reason.data.reason === 'removed') return null
        const entry = await readAddressed(platform.log, namedBy(reason))
        return entry ? links.computeDigest(entry.data.person.email) : null
      },
      handle: async (gathered) => {
        const [first, last] = [gathered[0] as Reason | undefined, gathered.at(-1)]
        if (!first || !last) return
        const named =
          first.type === 'SlotChanged'
            ? await readSignupsIn(current, slotIdOf(first.metadata.stream))
            : (gathered as readonly Reason[]).map(namedBy)
        const found = await readChanges(platform, links, { named, quietMs, before: first.metadata.position })
        const send = sendAs(commands, causedBy(last, name, clock.now()))
        for (const [digest, changes] of found) {
          const stream = planStream(digest, current.edition)
          await send(noticePlanDecider, stream, { type: 'NoticePlan', data: { found: changes } })
        }
      },
    },
  }
}

function namedBy({ type, data, metadata }: Reason): SignupInSlot {
  if (type === 'SlotChanged') throw new TypeError('it names no sign-up')
  if (type === 'SignupRestored') return { signupId: data.signupId, slotId: slotIdOf(metadata.stream) }
  return { signupId: signupIdOf(metadata.stream), slotId: data.slotId }
}

interface MailQuery {
  readonly named: readonly SignupInSlot[]
  /** The position of the first event that no owner has heard of. */
  readonly before: number
  readonly quietMs: number
}

/** Returns the changes by the digest of the owner's address. */
async function readChanges(
  platform: Platform,
  links: PrivateLinks,
  { named, before, quietMs }: MailQuery,
): Promise<Map<string, FoundChange[]>> {
  const found = new Map<string, FoundChange[]>()
  for (const one of new Map(named.map((each) => [each.signupId, each])).values()) {
    const entry = await readAddressed(platform.log, one)
    if (!entry) continue
    const row = await readOwnSignup(platform.current, one.signupId)
    const digest = links.computeDigest(entry.data.person.email)
    const was = await heardPlan(platform, { ...one, entry, digest, before, quietMs })
    // People who have checked in hear only that their plan is back.
    if (row?.checked_in && was !== null) continue
    const is = row && { name: row.slot_name, timeSlot: row.time_slot }
    if (!isSamePlan(was, is))
      found.set(digest, [...(found.get(digest) ?? []), { signupId: one.signupId, slotId: one.slotId, was, is }])
  }
  return found
}

type Heard = SignupInSlot & Omit<MailQuery, 'named'> & { readonly entry: Addressed; readonly digest: string }

/** The plan that an email last showed; null if the sign-up was gone by then, or if its owner had removed it. */
async function heardPlan({ log, current }: Platform, asked: Heard): Promise<Plan | null> {
  const { signupId, entry, digest, before } = asked
  const notices = await log.read({ stream: planStream(digest, current.edition), newestFirst: true, limit: 1_000 })
  const notice = (notices as readonly RecordedEvent<PlanEvent>[]).find(({ data }) =>
    data.signups.some((one) => one.signupId === signupId),
  )
  const [end] = await log.read({
    stream: signupStream(signupId),
    types: ['SignupWithdrawn', 'SignupReinstated'] satisfies SignupEvent['type'][],
    after: (notice ?? entry).metadata.position,
    before,
    newestFirst: true,
    limit: 1,
  })
  if (end?.type === 'SignupWithdrawn') return null
  if (notice) return notice.data.signups.find((one) => one.signupId === signupId)?.is ?? null
  return definitionAtFirst(log, asked)
}

/** The plan that the first email showed; it went out a quiet time after the sign-up. */
async function definitionAtFirst(log: Platform['log'], { slotId, entry, quietMs }: Heard): Promise<Plan | null> {
  const types = ['SlotAdded', 'SlotChanged'] satisfies SlotEvent['type'][]
  const definitions = await log.read({ stream: slotStream(slotId), types, limit: maxDefinitions })
  const { position, at } = entry.metadata
  const known = (definitions as readonly SlotDefined[]).findLast(
    ({ metadata }) => metadata.position < position || metadata.at.getTime() < at.getTime() + quietMs,
  )
  if (!known) return null
  const { name: slotName, time_slot: timeSlot } = toFields(known.data.slot)
  return { name: slotName, timeSlot }
}

export function whenPlanNoticedThenMailVolunteer(platform: Platform, links: PrivateLinks): Automation {
  const { mailer, current, clock, configuration } = platform
  return {
    name: 'when-plan-noticed-then-mail-volunteer',
    on: ['PlanChangeNoticed'] satisfies PlanEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as RecordedEvent<PlanEvent>
      const last = data.signups.at(-1)
      const email =
        last && metadata.edition === current.edition && (await readAddressed(platform.log, last))?.data.person.email
      if (!email) return
      const mail = planMail({
        changes: data.signups,
        slots: await readSlotsOf(current, [...new Set(data.signups.map(({ slotId }: ChangeOfPlan) => slotId))]),
        all: await readSignupsOf(current, emailKey(email)),
        link: await links.linkFor(email),
        siteUrl: configuration.siteUrl,
        now: clock.now(),
        facts: await platform.facts(metadata.edition),
      })
      // Staff caused it, so it is sent however much strangers have caused before.
      await mailer.send({ id: `plan-${metadata.stream}-${metadata.version}`, to: email, mailbox: 'staff', ...mail })
    },
  }
}
