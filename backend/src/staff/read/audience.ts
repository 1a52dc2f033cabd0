import type { MailGroup } from '@ultimate/events/staff/announcement.ts'
import { toMailbox } from '../../platform/mailbox.ts'
import type { Module, Recipient } from '../../platform/module.ts'

type Knowing = Pick<Module, 'audience' | 'supplies'>

/** Groups of people who lack something that another module knows of. */
const lacking = { 'captains:without-dishes': { from: 'captains:confirmed', what: 'dishes' } } as const

/** The groups that an announcement names, as recipients have them. */
const announcementGroups: Readonly<Record<MailGroup, readonly string[]>> = {
  captains: ['captains:confirmed', 'captains:waitlist'],
  volunteers: ['volunteers'],
}
export const groupsOfAnnouncement = (groups: readonly MailGroup[]): string[] =>
  groups.flatMap((group) => announcementGroups[group])

/** Everyone whom staff may mail, whichever module knows them; the same person as often as they can be mailed. */
export async function readAudience(modules: readonly Knowing[]): Promise<readonly Recipient[]> {
  const [people, supplied] = await Promise.all([
    Promise.all(modules.map(({ audience }) => audience?.() ?? [])),
    Promise.all(Object.entries(lacking).map(async ([name, group]) => ({ name, ...group, by: await read(group.what) }))),
  ])
  return people.flat().map((one) => {
    const lacks = supplied.filter(({ from, by }) => one.groups.includes(from) && !by.some((those) => those.has(one.of)))
    return lacks.length === 0 ? one : { ...one, groups: [...one.groups, ...lacks.map(({ name }) => name)] }
  })

  function read(what: string): Promise<ReadonlySet<string>[]> {
    return Promise.all(modules.flatMap(({ supplies }) => supplies?.[what]?.() ?? []))
  }
}

/** The people of these groups, one for each mailbox, however it is spelled. */
export function peopleIn(audience: readonly Recipient[], groups: readonly string[]): Recipient[] {
  const wanted = new Set(groups)
  const found = audience.filter((one) => one.groups.some((group) => wanted.has(group)))
  return [...new Map(found.map((one) => [toMailbox(one.address), one])).values()]
}
