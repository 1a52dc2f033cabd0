import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import type { Edition } from '../../../platform/edition.ts'
import { volunteerStream } from '../../write/volunteer.ts'

/**
 * Of the private links of an address that open something. By its digest and by the address: of a person who was
 * forgotten only the digest is left, and after a change of the secret only the address is the same.
 */
export async function readLinkGeneration(
  { sql, edition }: Edition,
  { email, digest }: { readonly email: string; readonly digest: string },
): Promise<number> {
  const [row] = await sql<{ generation: number }[]>`
    select coalesce(max(generation), 0)::int as generation from dinner_volunteer_links
    where edition = ${edition} and (id = ${volunteerStream(digest, edition)} or email_key = ${emailKey(email)})`
  return row?.generation ?? 0
}
