import type { GatheringAutomation } from '@ultimate/event-store/automation.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Platform } from '../../platform/module.ts'
import { pickMailbox } from '../read/claims.view.ts'
import { hasNewAddress, type PersonEvent, readPersonEvents } from '../read/signup-entry.ts'
import { readSignupsOf, readSlotsOf } from '../read/signups.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { writeConfirmation } from './confirmation.ts'
import { type Correction, writeCorrection, writeCorrectionMail } from './correction.ts'

/**
 * Sends one mail about all that a visit did for one address: sign-ups, and corrections by staff. A visit is a batch. Sends
 * none for demo data and forgotten people, nor if all was canceled or corrected back meanwhile.
 */
export function whenSignedUpThenMailLink(platform: Platform, links: PrivateLinks): GatheringAutomation {
  const { mailer, current, clock, configuration, log } = platform
  return {
    name: 'when-signed-up-then-mail-link',
    on: ['SignedUp', 'SignupCorrected'] satisfies SlotEvent['type'][],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (recorded) => {
        const { data, metadata } = recorded as PersonEvent
        return metadata.actor.kind === 'system' || data.person.email === ''
          ? null
          : links.computeDigest(data.person.email)
      },
      handle: async (gathered) => {
        const visit = gathered as readonly PersonEvent[]
        const last = visit.at(-1)
        if (!last) return
        const idsOfVisit = new Set(visit.map(({ data }) => data.signupId))
        const signups = await readSignupsOf(current, emailKey(last.data.person.email))
        const signupsOfVisit = signups.filter(({ id }) => idsOfVisit.has(id))
        const email = signupsOfVisit.at(-1)?.email
        if (email === undefined) return
        const changes = await Promise.all(signupsOfVisit.map((signup) => readChange(log, signup, visit)))
        const added = changes.flatMap(({ signup, isNew }) => (isNew ? [signup] : []))
        const corrected = findCorrection(changes, visit)
        if (added.length === 0 && corrected.names.length === 0) return
        const link = await links.linkFor(email)
        const facts = await platform.facts(last.metadata.edition)
        const mail =
          added.length === 0
            ? writeCorrectionMail({ corrected, signups, link, facts })
            : writeConfirmation({
                added,
                earlier: signups.filter((signup) => !added.includes(signup)),
                slots: await readSlotsOf(current, [...new Set(added.map(({ slot_id: id }) => id))]),
                corrected: writeCorrection(corrected),
                link,
                siteUrl: configuration.siteUrl,
                now: clock.now(),
                facts,
              })
        // The id follows from the last sign-up, so that a retry with further sign-ups is another mail.
        const id = `signed-up-${last.data.signupId}${last.type === 'SignedUp' ? '' : `-${last.metadata.version}`}`
        const mailbox = last.type === 'SignupCorrected' ? 'staff' : await pickMailbox(current, email)
        await mailer.send({ id, to: email, mailbox, ...mail })
      },
    },
  }
}

interface ChangedSignup {
  readonly signup: OwnSignup
  /** True where the sign-up was not under this address before the visit. */
  readonly isNew: boolean
  /** The name by which its owner last knew the sign-up. */
  readonly nameWas: string
}

async function readChange(
  log: Platform['log'],
  signup: OwnSignup,
  visit: readonly PersonEvent[],
): Promise<ChangedSignup> {
  const events = await readPersonEvents(log, { slotId: signup.slot_id, signupId: signup.id })
  const positions = new Set(visit.map(({ metadata }) => metadata.position))
  const isOfVisit = ({ metadata }: PersonEvent) => positions.has(metadata.position)
  const earlier = events.slice(0, events.findIndex(isOfVisit))
  const hasSameAddress = ({ data }: PersonEvent) => emailKey(data.person.email) === emailKey(signup.email)
  // The last event at the present address, or else the last one before the visit.
  const lastKnown = earlier.findLast(hasSameAddress) ?? earlier.at(-1) ?? events[0]
  return {
    signup,
    isNew: events.some((event, index) => isOfVisit(event) && hasNewAddress(event, events[index - 1])),
    nameWas: lastKnown?.data.person.name ?? signup.person_name,
  }
}

function findCorrection(changes: readonly ChangedSignup[], visit: readonly PersonEvent[]): Correction {
  const names = new Map(
    changes.flatMap(({ nameWas, signup: { person_name: nameIs } }) =>
      nameWas === nameIs ? [] : [[nameWas, nameIs] as const],
    ),
  )
  const lastCorrection = visit.findLast((event) => event.type === 'SignupCorrected')
  return { names: [...names], reason: lastCorrection?.data.reason ?? '' }
}
