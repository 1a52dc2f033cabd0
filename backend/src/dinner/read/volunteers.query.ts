import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { demoActor } from '../../platform/demo-actor.ts'
import type { Edition } from '../../platform/edition.ts'
import { toMailbox } from '../../platform/mailbox.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import { readTeamDishCounts } from './teams.view.ts'

/** More sign-ups than the demo has. */
const maxDemoSignups = 1_000

type SignedUp = Extract<SlotEvent, { type: 'SignedUp' }>
type VolunteerRow = Pick<OwnSignup, 'id' | 'slot_id' | 'person_name' | 'email' | 'slot_name' | 'time_slot'>

/** Returns the person of each sign-up, without those of the demo and forgotten people. */
export async function readVolunteers({
  log,
  current,
}: Pick<Platform, 'log' | 'current'>): Promise<readonly Recipient[]> {
  const { sql, edition } = current
  const [rows, demo] = await Promise.all([
    sql<VolunteerRow[]>`
      select signup.id, signup.slot_id, signup.person_name, signup.email, slot.name as slot_name, slot.time_slot
      from dinner_signups signup join dinner_slots slot on slot.id = signup.slot_id
      where signup.edition = ${edition} and signup.email_key <> '' order by signup.signed_up_at, signup.id`,
    log.read({ actor: demoActor.id, actorKind: 'system', types: ['SignedUp'], limit: maxDemoSignups }),
  ])
  const demoIds = new Set((demo as readonly RecordedEvent<SignedUp>[]).map(({ data }) => data.signupId))
  return rows.flatMap(({ id, slot_id, person_name: name, email, slot_name, time_slot }) => {
    if (demoIds.has(id)) return []
    const groups = ['volunteers', `volunteers:${slot_id}`]
    const label = time_slot === null ? slot_name : `${time_slot} ${slot_name}`
    return [{ address: email, name, of: signupStream(id), groups, label }]
  })
}

/** Returns the streams of the teams that bring a dish: `team-<id>`. */
export async function readTeamsWithDishes(current: Edition): Promise<ReadonlySet<string>> {
  const counts = await readTeamDishCounts(current)
  return new Set(counts.flatMap(({ captain_id, dish_count }) => (dish_count > 0 ? [`team-${captain_id}`] : [])))
}

/** Returns all addresses of one mailbox among the sign-ups, such as `becky+dinner@…`: each has a private link of its own. */
export async function readSpellings({ sql, edition }: Edition, address: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select distinct on (email_key) email from dinner_signups
    where edition = ${edition} and email_key <> '' order by email_key, signed_up_at`
  const mailbox = toMailbox(address)
  return rows.flatMap(({ email }) => (toMailbox(email) === mailbox ? [email] : []))
}
