import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import type { Sql } from 'postgres'
import type { LinkAddress } from '../../secrets/private-link.ts'
import { volunteerStream } from '../../write/volunteer.ts'

/**
 * Of the private links of an address that open something in its edition. By its digest and by the address: of a person who was
 * forgotten only the digest is left, and after a change of the secret only the address is the same.
 */
export async function readLinkGeneration(sql: Sql, { email, digest, edition }: LinkAddress): Promise<number> {
  const [row] = await sql<{ generation: number }[]>`
    select coalesce(max(generation), 0)::int as generation from dinner_volunteer_links
    where edition = ${edition} and (id = ${volunteerStream(digest, edition)} or email_key = ${emailKey(email)})`
  return row?.generation ?? 0
}
