import fc from 'fast-check'

const numbers = [
  ...[0, -0, -1, 1, 1.5, 1e-320, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 99_999],
  ...[16, 27, 32_767, 32_768, 9_007_199_254_740_991, -2_147_483_649],
]

const times = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1582-10-15T00:00:00Z', '275760-09-13T00:00:00.000Z'],
  ...['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '9999-12-31T23:59:59.999Z', '2025-02-30T00:00:00Z'],
  ...['2025-11-22T18:00:00+23:59', '2025-11-22T24:00:00Z', '2025-11-22', '1970-01-01T00:00:00Z', 'Infinity', 'now'],
]

const texts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff', '\u202e', '\ufeff', '\u2028', '\x1b[2J', '\r\nset-cookie: a=b'],
  ...["'", '"', "'; drop table events; --", "' or 1=1 --", '\\', '$1', '%s%n', '{{7*7}}', '#{7*7}', '`id`', '| id'],
  ...[
    '<script>alert(1)</script>',
    '=cmd|1',
    '../../../../../etc/passwd',
    '%00',
    '%2e%2e%2f',
    '%',
    '%ff',
    'null',
    'NaN',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'true', '[object Object]', 'undefined'],
  ...['a@b', 'a@@example.org', '"a b"@example.org', 'a@example.org\r\nbcc: b@example.org', '@', '+', '1e9', '0x10'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{}', '[]', '"v1"', 'W/"v1"'],
  ...[
    '99999999999999999999',
    '9223372036854775807',
    '9223372036854775808',
    '2147483648',
    '9007199254740991',
    '-1',
    '1.5',
    '٣',
    '１',
  ],
  ...['comp', 'rec', 'TD', 'confirmed', 'dishes', 'serving', 'holding', 'buffet', '18:00', '24:00', 'teams,board,'],
]

const long = fc
  .tuple(
    fc.constantFrom('a', '\u0301\u0323', '🦃', ' ', '@.', '-', '9', '../', ',', '\u202e', '\0', '"', '%'),
    fc.constantFrom(65, 300, 5_000, 30_000),
  )
  .map(([unit, times]) => unit.repeat(times))

/** One text that a validator may have overlooked. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...texts), weight: 6 },
  { arbitrary: fc.constantFrom(...times), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }), weight: 1 },
  { arbitrary: long, weight: 1 },
)

/** Anything that JSON can hold, and numbers written as JSON can write them. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 6 },
  { arbitrary: fc.constantFrom(...numbers), weight: 3 },
  { arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toJSON: 1 }), weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
  { arbitrary: fc.nat(30).map((levels) => nested(levels)), weight: 1 },
  { arbitrary: fc.nat(6_000).map((many) => Array.from({ length: many }, () => 0)), weight: 1 },
)

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)])

/** JSON as text that `JSON.stringify` never writes. */
export const brokenJson: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      ...['', '{', '}', 'null', 'true', '0', '""', '[]', '{}', 'NaN', 'undefined', "{'a':1}", '{"a":1,}', '{"a":01}'],
      ...[
        '{"a":1e999999}',
        '{"a":-0}',
        '\ufeff{}',
        '{} {}',
        '// {}',
        '{"a":"\\ud800"}',
        '{"a":"\\u0000"}',
        '{"a":"\t"}',
      ],
      ...[
        '{"__proto__":{"admin":true}}',
        '{"constructor":{"prototype":{"admin":true}}}',
        '{"":""}',
        '['.repeat(50_000),
      ],
      ...[`${'['.repeat(40_000)}${']'.repeat(40_000)}`, `{"a":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_001)}`],
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(120_000).map((length) => Buffer.alloc(length, '{"a":')),
)
