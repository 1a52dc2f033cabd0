/** A text that some code somewhere takes long over, and one way to make it as long as wished. */
export interface WorstText {
  readonly name: string
  /** At most so many bytes in UTF-8. */
  readonly of: (bytes: number) => string
}

const repeated = (name: string, unit: string, start = '', end = ''): WorstText =>
  memoize(name, (bytes) => {
    const room = bytes - Buffer.byteLength(start + end)
    return `${start}${unit.repeat(Math.max(1, Math.floor(room / Buffer.byteLength(unit))))}${end}`
  })

/** The same few lengths are asked for by every field. */
export function memoize(name: string, make: WorstText['of']): WorstText {
  const made = new Map<number, string>()
  return {
    name,
    of: (bytes) => {
      const text = made.get(bytes) ?? make(bytes)
      made.set(bytes, text)
      return text
    },
  }
}

/** Known to be slow to compose, to fold, to match or to split; as plain characters, without escapes. */
export const worstTexts: readonly WorstText[] = [
  repeated('marks above and below in turn', '\u0301\u0323', 'a'),
  repeated('marks of five classes in turn', '\u0315\u0300\u05ae\u0301\u0323', 'a'),
  repeated('marks to be sorted behind others', '\u0345\u0300', '\u03b1'),
  repeated('marks that decompose', '\u0344\u0f73', 'a'),
  repeated('decomposed Hangul', '\u1112\u1161\u11ab'),
  repeated('ligatures', '\ufdfa\ufb03'),
  repeated('letters with four marks each', '\u03b1\u0313\u0300\u0345'),
  repeated('families', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d'),
  repeated('flags', '\u{1f1e9}\u{1f1ea}'),
  repeated('turns of direction', '\u202e\u2066\u200f'),
  repeated('characters that draw nothing', '\u200b\u2060'),
  repeated('spaces', ' ', 'a', 'b'),
  repeated('spaces of other kinds', '\u00a0\u2003 ', 'a', 'b'),
  repeated('at signs', '@'),
  repeated('addresses', 'a@a.', '', '@'),
  repeated('dots behind an at sign', 'a.', 'a@', '@'),
  repeated('quotes', "'`", 'a'),
  repeated('hyphens', '-', '+', 'x'),
  repeated('digits', '9', '', 'x'),
  repeated('parts of a second', '1', '2025-11-22T18:00:00.', 'x'),
  repeated('commas and spaces', ', ', 'a'),
  repeated('semicolons and spaces', ' ; ', 'a'),
  repeated('topics', 'teams,'),
  repeated('dots and slashes', '../'),
  repeated('brackets', '[{('),
  repeated('percent signs', '%'),
  repeated('tokens', 'eyJ.'),
]

/** JSON that takes longer to read than its length says; stands in the place of a text. */
export const worstJson: readonly WorstText[] = [
  memoize('lists within lists', (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`),
  memoize('objects within objects', (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`),
  memoize('lists beside each other', (bytes) => `[${'[],'.repeat(bytes / 3 - 2)}0]`),
  memoize('members', (bytes) => `{${Array.from({ length: bytes / 12 }, (_, at) => `"k${at}":${at}`).join()}}`),
  memoize('numbers', (bytes) => `[${'0,'.repeat(bytes / 2 - 2)}0]`),
  memoize('a long number', (bytes) => '9'.repeat(bytes)),
  memoize('a long fraction', (bytes) => `0.${'9'.repeat(bytes - 2)}`),
  memoize('a long exponent', (bytes) => `1e${'9'.repeat(bytes - 2)}`),
  memoize('lone surrogates', (bytes) => `"${'\\ud800'.repeat(bytes / 6 - 1)}"`),
  memoize('NUL', (bytes) => `"${'\\u0000'.repeat(bytes / 6 - 1)}"`),
  memoize('escaped marks', (bytes) => `"a${'\\u0301\\u0323'.repeat(bytes / 12 - 1)}"`),
]
