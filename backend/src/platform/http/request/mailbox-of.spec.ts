import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

it.each([
  ['becky@example.org', 'becky@example.org'],
  ['Becky@Example.ORG', 'becky@example.org'],
  ['becky+dinner+2@example.org', 'becky@example.org'],
  ['becky@example.org+x', 'becky@example.org+x'],
])('the mailbox of %s is %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))
