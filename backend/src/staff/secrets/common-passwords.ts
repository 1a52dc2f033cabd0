import { dictionary } from '@zxcvbn-ts/language-common'

/** The list is ordered: the most common first. */
const mostCommon = 10_000
const common = new Set(dictionary['passwords-common'].slice(0, mostCommon).map(String))

/** Upper case makes a common password no rarer. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}
