import type { Automation, GatheringAutomation } from '@ultimate/event-store/automation.ts'
import { causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Plan, PlanEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { type FoundChange, isSamePlan, noticePlanDecider, planStream } from '@ultimate/events/dinner/notice-plan.ts'
import { signupIdOf, signupStream } from '@ultimate/events/dinner/signup.ts'
import { emailKey, slotIdOf, slotStream, toFields } from '@ultimate/events/dinner/slot.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Platform } from '../../platform/module.ts'
import { type Addressed, readAddressed } from '../read/arrivals.query.ts'
import { readMailableSignupIds, readOwnSignup, readSignupsOf, readSlotsOf } from '../read/signups.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { planMail } from './plan-text.ts'

type SlotDefined = RecordedEvent<Extract<SlotEvent, { type: 'SlotAdded' | 'SlotChanged' }>>
/** An event that may change the plan of volunteers. */
type PlanEventSource = RecordedEvent<
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
 * Compares the plan that the last email to a volunteer showed with the plan after a quiet time, and records what differs.
 * Another automation mails what was recorded, so that a crash loses no email and sends none twice. Skips sign-ups that
 * their owners canceled, demo data and forgotten people.
 */
export function whenPlanChangedThenNoticePlan(platform: Platform, links: PrivateLinks): GatheringAutomation {
  const { commands, clock, configuration, current } = platform
  const quietMs = configuration.mailQuietSeconds * 1000
  return {
    name,
    on: ['SlotChanged', 'SignupWithdrawn', 'SignupReinstated', 'SignupRestored'] satisfies PlanEventSource['type'][],
    gather: {
      quietMs,
      keyOf: async (recorded) => {
        const event = recorded as PlanEventSource
        if (event.metadata.edition !== current.edition) return null
        // Its sign-ups have several owners, so changes of a slot are a batch of their own.
        if (event.type === 'SlotChanged') return event.metadata.stream
        if (event.type === 'SignupWithdrawn' && event.data.reason === 'removed') return null
        const addressed = await readAddressed(platform.log, findSignup(event))
        return addressed ? links.computeDigest(addressed.data.person.email) : null
      },
      handle: async (gathered) => {
        const [first, last] = [gathered[0] as PlanEventSource | undefined, gathered.at(-1)]
        if (!first || !last) return
        const signups =
          first.type === 'SlotChanged'
            ? await readSignupsInSlot(current, slotIdOf(first.metadata.stream))
            : (gathered as readonly PlanEventSource[]).map(findSignup)
        const changesByDigest = await readChanges(platform, links, {
          signups,
          quietMs,
          before: first.metadata.position,
        })
        const send = sendAs(commands, causedBy(last, name, clock.now()))
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

function findSignup({ type, data, metadata }: PlanEventSource): SignupInSlot {
  if (type === 'SlotChanged') throw new TypeError('A changed slot names no sign-up')
  if (type === 'SignupRestored') return { signupId: data.signupId, slotId: slotIdOf(metadata.stream) }
  return { signupId: signupIdOf(metadata.stream), slotId: data.slotId }
}

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
  for (const { signupId, slotId } of new Map(signups.map((signup) => [signup.signupId, signup])).values()) {
    const addressed = await readAddressed(platform.log, { signupId, slotId })
    if (!addressed) continue
    const row = await readOwnSignup(platform.current, signupId)
    const digest = links.computeDigest(addressed.data.person.email)
    const was = await readMailedPlan(platform, { signupId, slotId, addressed, digest, before, quietMs })
    // People who are checked in are mailed only if their sign-up was restored.
    if (row?.checked_in && was !== null) continue
    const is = row && { name: row.slot_name, timeSlot: row.time_slot }
    if (!isSamePlan(was, is)) changes.set(digest, [...(changes.get(digest) ?? []), { signupId, slotId, was, is }])
  }
  return changes
}

type MailedPlanQuery = SignupInSlot &
  Omit<PlanQuery, 'signups'> & { readonly addressed: Addressed; readonly digest: string }

/** Returns the plan that an email last showed; null if that email reported the end of the sign-up, or its owner ended it. */
async function readMailedPlan({ log, current }: Platform, query: MailedPlanQuery): Promise<Plan | null> {
  const { signupId, addressed, digest, before } = query
  const notices = await log.read({ stream: planStream(digest, current.edition), newestFirst: true, limit: 1_000 })
  const notice = (notices as readonly RecordedEvent<PlanEvent>[]).find(({ data }) =>
    data.signups.some((one) => one.signupId === signupId),
  )
  const [end] = await log.read({
    stream: signupStream(signupId),
    types: ['SignupWithdrawn', 'SignupReinstated'] satisfies SignupEvent['type'][],
    after: (notice ?? addressed).metadata.position,
    before,
    newestFirst: true,
    limit: 1,
  })
  if (end?.type === 'SignupWithdrawn') return null
  if (notice) return notice.data.signups.find((one) => one.signupId === signupId)?.is ?? null
  return readFirstPlan(log, query)
}

/** Returns the plan that the first email showed, which was sent a quiet time after the sign-up. */
async function readFirstPlan(
  log: Platform['log'],
  { slotId, addressed, quietMs }: MailedPlanQuery,
): Promise<Plan | null> {
  const types = ['SlotAdded', 'SlotChanged'] satisfies SlotEvent['type'][]
  const definitions = await log.read({ stream: slotStream(slotId), types, limit: maxDefinitions })
  const { position, at } = addressed.metadata
  const shown = (definitions as readonly SlotDefined[]).findLast(
    ({ metadata }) => metadata.position < position || metadata.at.getTime() < at.getTime() + quietMs,
  )
  if (!shown) return null
  const { name: slotName, time_slot: timeSlot } = toFields(shown.data.slot)
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
        slots: await readSlotsOf(current, [...new Set(data.signups.map(({ slotId }) => slotId))]),
        all: await readSignupsOf(current, emailKey(email)),
        link: await links.linkFor(email),
        siteUrl: configuration.siteUrl,
        now: clock.now(),
        facts: await platform.facts(metadata.edition),
      })
      // The quota of `staff`, because strangers, who may have used up the others, cannot cause this mail.
      await mailer.send({ id: `plan-${metadata.stream}-${metadata.version}`, to: email, mailbox: 'staff', ...mail })
    },
  }
}
