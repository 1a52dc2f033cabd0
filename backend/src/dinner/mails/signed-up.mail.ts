import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { Edition, EditionPlatform } from '../../platform/edition.ts'
import type { Mailbox } from '../../platform/mail.ts'
import type { GatheringAutomation } from '../../platform/module.ts'
import type { Addressed } from '../read/arrivals.query.ts'
import { isClaimed, readSignupsOf } from '../read/signups.view.ts'
import { readSlotsOf } from '../read/slots.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { confirmation } from './confirmation.ts'

/**
 * One mail for what was signed up for under one address in one visit, or got that address by a correction: it goes out
 * when nothing more has come for a while. Sends none for demo data, for forgotten people and where all of it was removed meanwhile.
 */
export function whenSignedUpThenMailLink(platform: EditionPlatform, links: PrivateLinks): GatheringAutomation {
  const { mailer, current, clock, configuration } = platform
  return {
    name: 'when-signed-up-then-mail-link',
    on: ['SignedUp', 'SignupCorrected'] satisfies SlotEvent['type'][],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (recorded) => {
        const { data, metadata } = recorded as Addressed
        return metadata.actor.kind === 'system' || data.person.email === '' ? null : links.digestOf(data.person.email)
      },
      handle: async (gathered) => {
        const visit = gathered as readonly Addressed[]
        const last = visit.at(-1)
        if (!last) return
        const ids = new Set(visit.map(({ data }) => data.signupId))
        const signups = await readSignupsOf(current, emailKey(last.data.person.email))
        const added = signups.filter(({ id }) => ids.has(id))
        const email = added.at(-1)?.email
        if (email === undefined) return
        const slots = await readSlotsOf(current, [...new Set(added.map(({ slot_id: id }) => id))])
        const mail = confirmation({
          added,
          earlier: signups.filter(({ id }) => !ids.has(id)),
          slots,
          link: await links.linkFor(email),
          siteUrl: configuration.siteUrl,
          now: clock.now(),
        })
        // The id follows from the last sign-up, so that a retry with further sign-ups is another mail.
        const id = `signed-up-${last.data.signupId}${last.type === 'SignedUp' ? '' : `-${last.metadata.version}`}`
        await mailer.send({ id, to: email, mailbox: await mailboxOf(current, last, email), ...mail })
      },
    },
  }
}

async function mailboxOf(current: Edition, { type }: Addressed, email: string): Promise<Mailbox> {
  if (type === 'SignupCorrected') return 'staff'
  return (await isClaimed(current, email)) ? 'confirmed' : 'unconfirmed'
}
