import { cleanCode } from '@ultimate/events/language/text/clean.ts'

/** The number of characters: few enough to type, and enough to distinguish some hundred dishes. */
const codeLength = 6

/** Returns the end of a sign-up's id, such as `4f09ac`, for the label of the dish and for the search. */
export const labelCode = (signupId: string): string => signupId.slice(-codeLength).toLowerCase()

/**
 * Returns the address to which a phone's own camera leads from a label: the check-in page, with a search for its dish.
 */
export const labelAddress = (origin: string, signupId: string): string =>
  `${origin}/dinner/checkin?find=${labelCode(signupId)}`

const isCode = (text: string): boolean => text.length === codeLength && /^[0-9a-f]+$/.test(text)

/** Returns the code of a scanned label; null for a QR code that is no label. */
export function codeOfLabel(scanned: string): string | null {
  const text = scanned.trim()
  const code = (URL.canParse(text) ? new URL(text).searchParams.get('find') : text)?.toLowerCase() ?? ''
  return isCode(code) ? code : null
}

/** Returns true if a search is the code of this sign-up's label. */
export function isLabelOf(signupId: string, search: string): boolean {
  const code = cleanCode(search).trim().toLowerCase()
  return isCode(code) && labelCode(signupId) === code
}
