import { newMessage } from '@ultimate/events/staff/message-api.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { describe, expect, it } from 'vitest'
import { emptyMessage, messageFields, withGroup } from './write-message.machine.ts'

describe('A message that is written', () => {
  const findErrors = (draft: object) => firstIssues(messageFields, newMessage.safeParse({ ...emptyMessage, ...draft }))

  it('names each of its groups once, in the order of the form', () => {
    const both = withGroup(withGroup([], 'volunteers', true), 'captains:confirmed', true)
    expect(both).toEqual(['captains:confirmed', 'volunteers'])
    expect(withGroup(both, 'volunteers', true)).toEqual(both)
    expect(withGroup(both, 'volunteers:1', true)).toEqual([...both, 'volunteers:1'])
    expect(withGroup(both, 'captains:confirmed', false)).toEqual(['volunteers'])
  })

  it('needs groups, a subject and a text', () => {
    expect(findErrors({})).toEqual({
      to: 'Please choose who gets it',
      subject: 'Please enter a subject',
      text: 'Please enter a text',
    })
    const whole = { to: ['volunteers'], subject: 'Bring a pen', text: 'Please.' }
    expect(findErrors(whole)).toEqual({})
    expect(findErrors({ ...whole, text: 'a'.repeat(10_001) })).toEqual({ text: 'Please use at most 10000 characters.' })
  })
})
