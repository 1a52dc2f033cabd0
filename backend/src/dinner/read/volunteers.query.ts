import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import type { EditionPlatform } from '../../platform/edition.ts'

/** More than the demo has. */
const maxDemoSignups = 1_000

/** The address of every sign-up in force, without the demo's and those of forgotten people. */
export async function readVolunteerAddresses({
  log,
  current,
}: Pick<EditionPlatform, 'log' | 'current'>): Promise<string[]> {
  const { sql, edition } = current
  const [rows, demo] = await Promise.all([
    sql<{ id: string; email: string }[]>`
      select signup.id, signup.email
      from dinner_signups signup join dinner_slots slot on slot.id = signup.slot_id and slot.edition = ${edition}
      where signup.email_key <> '' order by signup.signed_up_at, signup.id`,
    log.read({ categories: ['slot'], types: ['SignedUp'], actorKind: 'system', limit: maxDemoSignups }),
  ])
  const demoIds = new Set((demo as readonly RecordedEvent<SignedUp>[]).map(({ data }) => data.signupId))
  return rows.flatMap(({ id, email }) => (demoIds.has(id) ? [] : [email]))
}

type SignedUp = Extract<SlotEvent, { type: 'SignedUp' }>
