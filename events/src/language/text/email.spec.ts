import { describe, expect, it } from 'vitest'
import { isMailbox, isStaffMailbox } from './email.ts'

const label = 'x'.repeat(63)
const good = [
  'becky@example.org',
  'becky.thatcher+ultimate@mail.example.co.uk',
  "o'neil_1!#$%&*/=?^`{|}~-@example.org",
  '1@2.com',
  'zoë@example.org',
  'δοκιμή@παράδειγμα.δοκιμή',
  '用户@例子.广告',
  'terry@xn--mnchen-3ya.de',
  `${'x'.repeat(64)}@example.org`,
  `a@${label}.example.org`,
  'zoë@ｅxample.org',
]

const bad = [
  ['no @', 'plain'],
  ['two', 'a@@example.org'],
  ['two, apart', 'a@b@example.org'],
  ['nothing before the @', '@example.org'],
  ['nothing behind it', 'a@'],
  ['a dot at the beginning', '.a@example.org'],
  ['a dot before the @', 'a.@example.org'],
  ['two dots', 'a..b@example.org'],
  ['two dots in the domain', 'a@example..org'],
  ['a dot behind the @', 'a@.example.org'],
  ['a dot at the end', 'a@example.org.'],
  ['no domain that can be registered', 'a@b'],
  ['a top level of one letter', 'a@example.o'],
  ['a number on top', 'a@example.1'],
  ['an address of a machine', 'a@127.0.0.1'],
  ['such an address in brackets', 'a@[127.0.0.1]'],
  ['the machine itself', 'a@localhost'],
  ['an underscore in the domain', 'a@exa_mple.org'],
  ['a hyphen at the edge of the domain', 'a@-example.org'],
  ['a hyphen before a dot', 'a@example-.org'],
  ['65 letters before the @', `${'x'.repeat(65)}@example.org`],
  ['65 bytes before the @', `${'ë'.repeat(33)}@example.org`],
  ['64 letters between two dots', `a@x${label}.org`],
  ['255 characters', `${'x'.repeat(64)}@${`${'x'.repeat(58)}.`.repeat(3)}${'x'.repeat(13)}`],
  ['a space', 'a b@example.org'],
  ['a quoted name', '"a b"@example.org'],
  ['a quoted name without a space', '"ab"@example.org'],
  ['a name in front', 'Becky <a@example.org>'],
  ['brackets', '<a@example.org>'],
  ['two addresses', 'a@example.org,b@example.org'],
  ['two addresses of another kind', 'a@example.org;b@example.org'],
  ['a line break', 'a@example.org\nbcc: b@example.org'],
  ['NUL', 'a\0@example.org'],
  ['half a character', 'a\uD800@example.org'],
  ['an invisible character', 'a\u200B@example.org'],
  ['a turn of direction', '\u202Ea@example.org'],
  ['what becomes an @', 'a＠example.org'],
  ['what becomes two dots', 'a‥b@example.org'],
  ['a path', 'a@example.org/b'],
] as const

describe('An address', () => {
  it.each(good)('that mail servers take: %s', (address) => {
    expect(isMailbox(address)).toBe(true)
    expect(isStaffMailbox(address)).toBe(true)
  })

  it.each(bad)('with %s is none', (_, address) => expect(isMailbox(address)).toBe(false))

  it('of the staff may be at this machine, and is held to the rest of the rule there, too', () => {
    expect(isStaffMailbox('td@localhost')).toBe(true)
    for (const address of [
      '@localhost',
      '.td@localhost',
      'td@@localhost',
      'td@localhost.',
      'td@mylocalhost',
      'td@localhosts',
    ])
      expect(isStaffMailbox(address)).toBe(false)
  })
})
