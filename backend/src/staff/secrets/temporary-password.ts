import { createHmac, hkdfSync } from 'node:crypto'

/**
 * The password that is mailed to a new user: 96 bits that nobody can tell without our secret. It is stored nowhere,
 * and a mail that has to be written again holds the same one.
 */
export function temporaryPassword(secret: string, userId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'temporary passwords', 32))
  return createHmac('sha256', key).update(userId).digest().subarray(0, 12).toString('base64url')
}
