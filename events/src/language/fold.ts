import { lazily } from './lazily.ts'

/** Letters that are no plain letter with a mark, each followed by what people type without it on their keyboard. */
const plainLetters = new Map(
  (
    'ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ȷ j ħ h ŧ t ŋ n ĸ k ƀ b ɓ b ƃ b ƈ c ɖ d ɗ d ƌ d ə e ǝ e ɛ e ƒ f ɠ g ǥ g ' +
    'ɣ g ƕ hv ɦ h ɨ i ɩ i ɉ j ƙ k ƚ l ɫ l ƛ l ɲ n ƞ n ɔ o ɵ o ƣ oi ȣ ou ƥ p ɋ q ɍ r ʀ r ʃ s ȿ s ƭ t ʈ t ʉ u ʊ u ʋ v ' +
    'ƴ y ɏ y ƶ z ȥ z ʒ z ɀ z ⱥ a ȼ c ɇ e ⱦ t ẜ s ẝ s ẟ d ỻ ll ỽ v ỿ y ς σ'
  )
    .split(' ')
    .flatMap((letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1] ?? ''] as const] : [])),
)
// Marks of letters, what is invisible, and quotation marks of all kinds, because keyboards turn one into another.
const dropped = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Pi}\p{Pf}"'`‚„′‵ʹ-ʿˈˊˋ՚׳ꞌ·]/gu
const gaps = /[\s\p{Pd}\u2212]+/gu

/**
 * A text as every search compares it: without letter case, accents, quotation marks and apostrophes, with plain letters
 * for ø, Ł, Đ, ß and æ, and one space for any spaces and dashes.
 */
export const fold = (text: string): string => (isPlain.test(text) ? foldPlain(text) : foldAny(text))

const isPlain = /^[\t\n\r -~]*$/
/** Folds a text in ASCII, which most texts are. */
const foldPlain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/["'`]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim()

const foldAny = (text: string): string =>
  text
    // NFKD would turn this accent into a space.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(dropped, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .replace(gaps, ' ')
    .trim()

/** Longer than any name. It limits the time to fold a text that is pasted into a search field. */
const maxSearchLength = 300

/** Folds the text that is typed into a search field. */
export const foldSearch = (typed: string): string => fold(typed.slice(0, maxSearchLength))

/** Answers and screens sort all names with this collator, because the sorting of PostgreSQL depends on the database. */
const collator = lazily(() => new Intl.Collator('en', { numeric: true }))

/**
 * The order of names in every list: `Élan` beside `Elan`, `Pool 2` before `Pool 10`. 0 where readers see no difference.
 */
export const compareNames = (one: string, other: string): number => collator().compare(one, other)
