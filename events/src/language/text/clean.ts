/**
 * Characters that come along when people paste: phone numbers from contacts hold marks of the writing direction, and
 * addresses from chats zero-width spaces. They are removed before a text is checked, and never stored.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu
/** Either a row of emoji with the joiners and variants that they need (group 1), or a run of invisible characters. */
const emojiOrInvisible =
  /((?:\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?(?:\u200D(?=\p{Extended_Pictographic}))?)+)|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]+/gu
const spaces = /\p{Zs}/gu
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

const joiner = /[\u200C\u200D]/
const scriptWithoutJoiners =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Inherited}]/u
const takesJoiners = (letter: string): boolean => /[\p{L}\p{M}]/u.test(letter) && !scriptWithoutJoiners.test(letter)
/** UTF-16 units of the longest flag. */
const maxFlagLength = 16

/**
 * True where an invisible character changes how its neighbors are drawn: joiners in scripts that are written with them
 * and in emoji, variants of emoji, of Han characters and of Mongolian letters, and the letters of a flag.
 */
function isNeeded(hidden: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxFlagLength), at)
  const after = text.slice(at + hidden.length, at + hidden.length + maxFlagLength)
  const [last = ''] = /.$/u.exec(before) ?? []
  const [next = ''] = /^./u.exec(after) ?? []
  if (joiner.test(hidden) && takesJoiners(last) && takesJoiners(next)) return true
  if (hidden === '\u200D')
    return (
      /\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?$/u.test(before) && /\p{Extended_Pictographic}/u.test(next)
    )
  if (/[\uFE0E\uFE0F]/.test(hidden)) return /\p{Extended_Pictographic}/u.test(last) || next === '\u20E3'
  if (/[\u{E0100}-\u{E01EF}]/u.test(hidden)) return /\p{Script=Han}/u.test(last)
  if (/[\u180B-\u180F]/.test(hidden)) return /\p{Script=Mongolian}/u.test(last)
  return /\u{1F3F4}[\u{E0030}-\u{E007A}]*$/u.test(before) && /^[\u{E0030}-\u{E007A}]*\u{E007F}/u.test(hidden + after)
}

/**
 * Removes the invisible characters that a text does not need. A run longer than a flag is removed, and a row of emoji
 * stays, both without a look at each character: so a hostile text takes no longer than one that people write.
 */
function cleanInvisible(text: string, mayStay: (hidden: string, at: number) => boolean): string {
  const cleanRun = (run: string, emoji: string | undefined, start: number): string => {
    if (emoji !== undefined) return emoji
    if (run.length > maxFlagLength) return ''
    return run.replace(invisible, (hidden, at: number) => (mayStay(hidden, start + at) ? hidden : ''))
  }
  return text.replace(emojiOrInvisible, cleanRun).replace(spaces, ' ')
}

/** One line that people read, such as a title: without invisible characters that nothing in it needs. */
export const cleanLine = (text: string): string => cleanInvisible(text, (hidden, at) => isNeeded(hidden, text, at))

/** Text of several lines, which may hold marks that order the words of several scripts. */
export const cleanParagraph = (text: string): string =>
  cleanInvisible(text, (hidden, at) => /[\u061C\u200E\u200F]/.test(hidden) || isNeeded(hidden, text, at))

/** The name of a person or a team: a line with one kind of hyphen. */
export const cleanName = (text: string): string => cleanLine(text).replace(dashes, '-')

/** A phone, an address, a code or a username: nothing invisible at all, one kind of hyphen, one kind of space. */
export const cleanCode = (text: string): string => text.replace(invisible, '').replace(spaces, ' ').replace(dashes, '-')
