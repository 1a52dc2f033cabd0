import { expect, it } from 'vitest'
import { flawOf, isComplete } from './person.ts'

const becky = { name: 'Becky', email: 'becky@example.org', captainId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' }

it.each([
  ['name', 'Becky\u202E', 'Please remove the characters that cannot be shown.'],
  ['name', `B${'\u0301\u0323'.repeat(6)}`, 'Please use at most 10 accents or marks on one letter.'],
  ['email', 'becky.@example.org', 'Please enter a valid email address'],
  ['email', `${'b'.repeat(65)}@example.org`, 'Please enter a valid email address'],
] as const)('says under the %s what is wrong with %j', (field, value, sentence) => {
  expect(isComplete(becky)).toBe(true)
  expect(flawOf({ ...becky, [field]: value }, field)).toBe(sentence)
  expect(isComplete({ ...becky, [field]: value })).toBe(false)
})
