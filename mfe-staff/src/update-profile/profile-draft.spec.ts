import { expect, it } from 'vitest'
import { errorsOf } from './profile-draft.ts'

const becky = { full_name: 'Becky Thatcher', email: 'becky@localhost' }

it.each([
  ['full_name', 'Becky\u2066', 'Please remove the characters that cannot be shown.'],
  ['email', 'becky@localhost.', 'Please enter a valid email address'],
  ['email', 'becky@-example.org', 'Please enter a valid email address'],
] as const)('says under %s what is wrong with %j', (field, value, sentence) => {
  expect(errorsOf(becky)).toEqual({})
  expect(errorsOf({ ...becky, [field]: value })).toEqual({ [field]: sentence })
})
