import type { MailGroup } from '@ultimate/events/staff/announcement.ts'
import { mailboxOf } from '../../platform/mailbox.ts'
import type { Module } from '../../platform/module.ts'

/** Every address of these groups, whichever modules know them; one for each mailbox, however it is spelled. */
export async function readAudience(
  modules: readonly Pick<Module, 'audience'>[],
  groups: readonly MailGroup[],
): Promise<string[]> {
  const readers = modules.flatMap(({ audience }) => groups.flatMap((group) => audience?.[group] ?? []))
  const addresses = (await Promise.all(readers.map((read) => read()))).flat()
  return [...new Map(addresses.map((address) => [mailboxOf(address), address])).values()]
}
