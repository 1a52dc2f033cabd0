import { dictionary } from '@zxcvbn-ts/language-common'

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String))
/**
 * Up to this length, a secret of letters alone may be a word of a dictionary. A longer one consists of several words.
 */
const maxWordLength = 15
/** A secret that contains a name needs so many letters and digits besides the name. */
const minBesidesName = 4
/** A secret that repeats a text of this length, or a shorter one, is weak. */
const maxWeakPeriod = 4

/**
 * Returns why a secret could be guessed, as the end of a sentence about it, or null if it is strong enough.
 * `names` are what an attacker tries first: user names and addresses.
 */
export function describeWeakness(secret: string, names: readonly string[]): string | null {
  const text = secret.normalize('NFKC').toLowerCase()
  const unit = findRepeatedPart(text)
  if (unit.length <= maxWeakPeriod) return 'must not repeat a few characters'
  if (names.some((name) => isLittleMoreThan(text, name))) return 'must not be made of a user name or an e-mail address'
  if ([text, unit, trimToLetters(text), trimToLetters(unit)].some(isCommon))
    return 'must not be a common word or password'
  return null
}

/** Returns the shortest text that makes up the whole when it is repeated; the last repetition may be cut short. */
function findRepeatedPart(text: string): string {
  for (let period = 1; period < text.length; period++) {
    const part = text.slice(0, period)
    if (part.repeat(Math.ceil(text.length / period)).startsWith(text)) return part
  }
  return text
}

const isCommon = (text: string): boolean => common.has(text) || isWord(text)

const isWord = (text: string): boolean => text.length <= maxWordLength && /^\p{L}+$/u.test(text)

/** Removes the digits and signs that people add to a word. */
const trimToLetters = (text: string): string => text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '')

function isLittleMoreThan(text: string, name: string): boolean {
  const foldedName = name.normalize('NFKC').toLowerCase()
  if (foldedName === '' || !text.includes(foldedName)) return false
  return text.replaceAll(foldedName, '').replace(/[^\p{L}\p{N}]/gu, '').length < minBesidesName
}
