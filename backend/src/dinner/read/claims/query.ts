import { emailKey } from '@ultimate/events/dinner/signup.ts'
import type { Sql } from 'postgres'

/** Whether any device has opened a private link of this address: then its owner has read a mail from here. */
export async function isClaimed(sql: Sql, email: string): Promise<boolean> {
  const [row] = await sql`select 1 from dinner_claims where email_key = ${emailKey(email)} limit 1`
  return row !== undefined
}
