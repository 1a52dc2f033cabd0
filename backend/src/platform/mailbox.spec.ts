import { describe, expect, it } from 'vitest'
import { mentionsMailbox, toMailbox } from './mailbox.ts'

describe('A mailbox', () => {
  it.each([
    ['Becky@Example.ORG', 'becky@example.org'],
    ['becky+team1@example.org', 'becky@example.org'],
    ['becky+a+b@example.org.', 'becky@example.org'],
    ['b.e.cky@gmail.com', 'becky@gmail.com'],
    ['becky+x@googlemail.com', 'becky@gmail.com'],
    ['ｂecky@example.org', 'becky@example.org'],
    ['becky@bücher.example', 'becky@xn--bcher-kva.example'],
    ['b.ecky@example.org', 'b.ecky@example.org'],
    ['+tag@example.org', '+tag@example.org'],
    ['becky@example.org+x', 'becky@example.org+x'],
    ['becky+dinner+2@example.org', 'becky@example.org'],
    ['becky', 'becky'],
    ['', ''],
  ])('behind %s is %s', (address, mailbox) => expect(toMailbox(address)).toBe(mailbox))
})

describe('A text', () => {
  it.each([
    ['Ask Becky <b.ecky+team@gmail.com>!', true],
    ['Becky (becky@gmail.com), or Ann', true],
    ['ann@gmail.com and becky', false],
  ])('such as "%s" names a mailbox: %s', (text, expected) =>
    expect(mentionsMailbox('becky@googlemail.com')(text)).toBe(expected),
  )
})
