import { describe, expect, it } from 'vitest'
import { codeLine, line, paragraph, rawLine, requiredLine, requiredName } from './text.ts'

const name = () => requiredName(80, 'A name, please.')
const lines = () => paragraph(500)
const listSentences = (schema: typeof name | typeof lines, text: unknown) =>
  schema()
    .safeParse(text)
    .error?.issues.map(({ message }) => message)

const tooLong = ['Please use at most 80 characters.']
const tooManyMarks = ['Please use at most 10 accents or marks on one letter.']
const cannotStore = ['Please remove the characters that cannot be shown.']

describe('A name', () => {
  it.each([
    ['Vietnamese', 'Nguyễn Thị Ngọc Ánh'],
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
    ['Arabic with vowels', 'مُحَمَّد بْنُ عَبْدِ اللّٰهِ'],
    ['Persian with a joiner', 'می‌خواهم'],
    ['Thai', 'ที่นี่ ผู้เล่นน้ำ'],
    ['Devanagari', 'क्ष्म्य्र्वाँ श्री कृष्णः'],
    ['Tibetan', 'བསྒྲུབས་ ཧཱུྃ ཨོཾ'],
    ['Burmese', 'ကြွေးမြော်'],
    ['Korean', '한글 이름'],
    ['Zulu and Yoruba', 'Ọláṣẹ́gun Ńkọ̀sì'],
    ['families, skin tones and flags', '👨‍👩‍👧‍👦 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪 1️⃣ 🏳️‍🌈'],
    ['mathematics', 'x̂ ≠ y̸ 𝒜'],
  ])('may be %s, composed or decomposed', (_, text) => {
    const composed = text.normalize('NFC')
    expect(name().parse(composed)).toBe(composed)
    expect(name().parse(text.normalize('NFD'))).toBe(composed)
  })

  it.each([
    ['composes to its longest', 'ệ'.repeat(80)],
    ['composes to its longest in Korean', '각'.repeat(80)],
    ['composes from as many units as a character can have', 'ᾂ'.repeat(80)],
  ])('may arrive longer where it %s', (_, text) => {
    expect(name().parse(text.normalize('NFD'))).toBe(text)
    expect(listSentences(name, `${text}x`.normalize('NFD'))).toEqual(tooLong)
  })

  it('is measured before it is trimmed and composed', () => {
    expect(listSentences(name, ' '.repeat(321))).toEqual(tooLong)
    expect(listSentences(name, `${' '.repeat(316)}Tom`)).toBeUndefined()
    expect(listSentences(name, 'a\u0301'.repeat(200))).toEqual(tooLong)
  })

  it('has letters with ten marks and none with more, composed or not', () => {
    const letter = (marks: number) => `Z${'\u0323\u0301'.repeat(marks).slice(0, marks)}alg${'\u0323'.repeat(3)}o`
    expect(listSentences(name, letter(10))).toBeUndefined()
    expect(listSentences(name, letter(11))).toEqual(tooManyMarks)
    expect(listSentences(name, '\u0301'.repeat(11))).toEqual(tooManyMarks)
    expect(listSentences(name, `a${'\u0301'.repeat(6)}\u200B${'\u0301'.repeat(6)}`)).toEqual(tooManyMarks)
  })

  const directions = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069']
  it.each([
    ...directions,
    '\u200E',
    '\u200F',
    '\u061C',
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\u00AD',
    '\uFE0F',
    '\uFEFF',
    '\u3164',
    '\u034F',
    '\u{E0041}',
  ])('loses what came along when it was pasted: %j', (hidden) => {
    for (const text of [`${hidden}Tom`, `To${hidden}m`, `Tom${hidden}`, `T${hidden}o${hidden}${hidden}m`])
      for (const schema of [name(), requiredLine(80, ''), codeLine(80)]) expect(schema.parse(text)).toBe('Tom')
  })

  it.each(directions)('and so does a longer text: %j', (control) => {
    expect(lines().parse(`We bring\n${control}a raft`)).toBe('We bring\na raft')
  })

  it.each(['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uFE58', '\uFE63', '\uFF0D'])(
    'has a hyphen for the dash %j, as codes have, while titles keep theirs',
    (dash) => {
      expect(name().parse(`Anne${dash}Marie`)).toBe('Anne-Marie')
      expect(codeLine(80).parse(`256${dash}555`)).toBe('256-555')
      expect(line(80).parse(`Saturday ${dash} Sunday`)).toBe(`Saturday ${dash} Sunday`)
    },
  )

  it.each(['\u00A0', '\u202F', '\u2007', '\u2003'])('has a space for the blank %j', (blank) => {
    for (const schema of [name(), line(80), codeLine(80), lines()])
      expect(schema.parse(`Anne${blank}Marie${blank}`)).toBe('Anne Marie')
  })

  it('loses joiners and variants where nothing needs them, and codes lose them everywhere', () => {
    expect(name().parse('می\u200Cخواهم\u200C')).toBe('می\u200Cخواهم')
    expect(name().parse('❤\uFE0F A\uFE0F')).toBe('❤\uFE0F A')
    expect(name().parse('辻\u{E0100}さん')).toBe('辻\u{E0100}さん')
    expect(codeLine(80).parse('می\u200Cخواهم ❤\uFE0F')).toBe('میخواهم ❤')
  })

  it('loses a run of invisible characters that is longer than a flag', () => {
    expect(name().parse(`م${'\u200C'.repeat(17)}ن`)).toBe('من')
    expect(lines().parse(`a${'\u200F'.repeat(40)}b`)).toBe('ab')
    expect(lines().parse('a\u200Fb')).toBe('a\u200Fb')
  })

  it('is clean once it was cleaned', () => {
    for (const text of [
      '❤\u200B\uFE0F',
      'م\u200B\u200Cن',
      '1\u2060\uFE0F\u20E3',
      '👨\u200E\u200D👩',
      'م\u200D\u200C\u200Dن',
    ]) {
      const clean = name().parse(text)
      expect(name().parse(clean)).toBe(clean)
      expect(clean).not.toMatch(/[\u200B\u2060\u200E]/)
    }
  })

  it.each(['\u200E', '\u200F', '\u061C'])('while a longer text may order its words with %j', (mark) => {
    expect(lines().parse(`הקבוצה Huck!${mark} שלנו`)).toContain(mark)
  })

  it('gets one sentence at a time', () => {
    expect(listSentences(name, 'x\0'.repeat(400))).toEqual(tooLong)
    expect(listSentences(name, `${'x'.repeat(400)}${'\u0301'.repeat(11)}`)).toEqual(tooLong)
    expect(listSentences(name, `${'x'.repeat(81)}\0`)).toEqual(tooLong)
    expect(listSentences(name, '\0')).toEqual(cannotStore)
    expect(listSentences(name, '\u202E')).toEqual(['A name, please.'])
    expect(listSentences(name, '')).toEqual(['A name, please.'])
    expect(listSentences(name, '\u200B')).toEqual(['A name, please.'])
    expect(line(5).safeParse('').success).toBe(true)
  })

  it('is text, and says so of anything else, but what is missing is asked for', () => {
    for (const missing of [undefined, null]) {
      expect(listSentences(name, missing)).toEqual(['A name, please.'])
      expect(listSentences(lines, missing)).toEqual(['This must be text.'])
    }
    for (const other of [42, ['Tom'], { name: 'Tom' }]) {
      expect(listSentences(name, other)).toEqual(['This must be text.'])
      expect(listSentences(lines, other)).toEqual(['This must be text.'])
    }
  })

  it.each(['\0', '\n', '\r', '\t', '\u007F', '\u0085', '\uD800'])('is one line without %j', (control) => {
    expect(listSentences(name, `To${control}m`)).toEqual(cannotStore)
  })

  it('stays as it is where it is compared with what is stored', () => {
    expect(rawLine(5).parse('\u202ETom')).toBe('\u202ETom')
    expect(rawLine(5).safeParse('To\0m').success).toBe(false)
  })

  it('is safe from long sorting because nothing but a mark is ever sorted', () => {
    const sorted: string[] = []
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point)
      if (/\p{M}|\p{Cs}/u.test(character)) continue
      // U+0345 has the highest class of all marks: everything that is sorted moves in front of it.
      if (!`a\u0345${character}`.normalize('NFD').startsWith('a\u0345')) sorted.push(point.toString(16))
    }
    expect(sorted).toEqual([])
  })
})
