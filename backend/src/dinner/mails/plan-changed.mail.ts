import type { Automation } from '@ultimate/event-store/automation.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PlanEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import type { Platform } from '../../platform/module.ts'
import { readAddressEvent } from '../read/signup-entry.ts'
import { readSignupsOf, readSlotsOf } from '../read/signups.view.ts'
import type { PrivateLinks } from '../secrets/private-link.ts'
import { writePlanMail } from './plan-text.ts'

/** Mails a volunteer what `whenPlanChangedThenNoticePlan` recorded. */
export function whenPlanNoticedThenMailVolunteer(platform: Platform, links: PrivateLinks): Automation {
  const { mailer, current, clock, configuration } = platform
  return {
    name: 'when-plan-noticed-then-mail-volunteer',
    on: ['PlanChangeNoticed'] satisfies PlanEvent['type'][],
    handle: async (recorded) => {
      const { data, metadata } = recorded as RecordedEvent<PlanEvent>
      const lastChange = data.signups.at(-1)
      const email =
        lastChange &&
        metadata.edition === current.edition &&
        (await readAddressEvent(platform.log, lastChange))?.data.person.email
      if (!email) return
      const mail = writePlanMail({
        changes: data.signups,
        slots: await readSlotsOf(current, [...new Set(data.signups.map(({ slotId }) => slotId))]),
        all: await readSignupsOf(current, emailKey(email)),
        link: await links.linkFor(email),
        siteUrl: configuration.siteUrl,
        now: clock.now(),
        facts: await platform.facts(metadata.edition),
      })
      // Strangers may have used up the other quotas. They cannot cause this mail, so it takes the quota of `staff`.
      await mailer.send({ id: `plan-${metadata.stream}-${metadata.version}`, to: email, mailbox: 'staff', ...mail })
    },
  }
}
