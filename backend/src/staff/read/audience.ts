import type { MailGroup } from '@ultimate/events/staff/announcement.ts'
import { toMailbox } from '../../platform/mailbox.ts'
import type { Module, Recipient } from '../../platform/module.ts'

type AudienceSource = Pick<Module, 'listRecipients' | 'findStreamsWith'>

/** Groups with those people of group `from` whose stream lacks `what`. Another module knows the streams that have it. */
const groupsLacking = { 'captains:without-dishes': { from: 'captains:confirmed', what: 'dishes' } } as const

/** The groups of recipients that belong to each group of an announcement. */
const announcementGroups: Readonly<Record<MailGroup, readonly string[]>> = {
  captains: ['captains:confirmed', 'captains:waitlist'],
  volunteers: ['volunteers'],
}
export const groupsOfAnnouncement = (groups: readonly MailGroup[]): string[] =>
  groups.flatMap((group) => announcementGroups[group])

/** Reads everyone whom staff may mail, from all modules. A person appears once for each stream that names them. */
export async function readAudience(modules: readonly AudienceSource[]): Promise<readonly Recipient[]> {
  const [people, lackingGroups] = await Promise.all([
    Promise.all(modules.map(({ listRecipients }) => listRecipients?.() ?? [])),
    Promise.all(
      Object.entries(groupsLacking).map(async ([name, { from, what }]) => ({
        name,
        from,
        streamsWithIt: await findStreams(what),
      })),
    ),
  ])
  return people.flat().map((person) => {
    const addedGroups = lackingGroups.filter(
      ({ from, streamsWithIt }) =>
        person.groups.includes(from) && !streamsWithIt.some((streams) => streams.has(person.of)),
    )
    return addedGroups.length === 0
      ? person
      : { ...person, groups: [...person.groups, ...addedGroups.map(({ name }) => name)] }
  })

  function findStreams(what: string): Promise<ReadonlySet<string>[]> {
    return Promise.all(modules.flatMap(({ findStreamsWith }) => findStreamsWith?.[what]?.() ?? []))
  }
}

/** Returns the people of these groups, one for each mailbox. */
export function findPeople(audience: readonly Recipient[], groups: readonly string[]): Recipient[] {
  const wantedGroups = new Set(groups)
  const matching = audience.filter((one) => one.groups.some((group) => wantedGroups.has(group)))
  return [...new Map(matching.map((one) => [toMailbox(one.address), one])).values()]
}
