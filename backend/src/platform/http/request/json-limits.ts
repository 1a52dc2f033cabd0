/** Lists and objects within each other. The deepest body there is holds a list in an object in a list in an object. */
const deepest = 16
/** Members and entries in all: every pool a division can have takes a small part of it; a thousand get their sentence. */
const mostValues = 20_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
/** By byte: one level down for `[` and `{`, one up for `]` and `}`. */
const levels = new Int8Array(256)
for (const opening of [0x5b, 0x7b]) levels.set([1], opening)
for (const closing of [0x5d, 0x7d]) levels.set([-1], closing)

/**
 * What makes a text of a hundred kilobytes a hundred times as expensive to read as others of its length: lists within
 * lists, and very many values. Looks at the bytes alone, once, before anything is made of them.
 */
export function flawOfShape(json: Uint8Array): 'too deep' | 'too many' | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number
    if (byte === quote) at = endOfText(json, at)
    else if (byte === comma) values += 1
    else depth += levels[byte] as number
    if (depth > deepest) return 'too deep'
    if (values > mostValues) return 'too many'
  }
  return null
}

/** Where the text ends that begins here. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
