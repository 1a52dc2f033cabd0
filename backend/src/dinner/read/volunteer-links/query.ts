import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import type { Sql } from 'postgres'
import type { LinkAddress } from '../../secrets/private-link.ts'
import { volunteerStream } from '../../write/volunteer.ts'

/**
 * The generation of the valid private links of an address in an edition, found by digest and by address: a person who
 * was forgotten leaves only the digest, and after a change of the secret only the address is the same.
 */
export async function readLinkGeneration(sql: Sql, { email, digest, edition }: LinkAddress): Promise<number> {
  const [row] = await sql<{ generation: number }[]>`
    select coalesce(max(generation), 0)::int as generation from dinner_volunteer_links
    where edition = ${edition} and (id = ${volunteerStream(digest, edition)} or email_key = ${emailKey(email)})`
  return row?.generation ?? 0
}
