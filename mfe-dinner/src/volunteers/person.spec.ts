import { emptyStorage } from '@ultimate/kit/state/storage.fixture.ts'
import { describe, expect, it } from 'vitest'
import { emptyPerson, findError, isComplete, type Person, personKey, personStorage } from './person.ts'

const becky = { name: 'Becky', email: 'becky@example.org', captainId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' }

it.each([
  ['name', 'Becky\u0007', 'Please remove the characters that cannot be shown.'],
  ['name', `B${'\u0301\u0323'.repeat(6)}`, 'Please use at most 10 accents or marks on one letter.'],
  ['email', 'becky.@example.org', 'Please enter a valid email address'],
  ['email', `${'b'.repeat(65)}@example.org`, 'Please enter a valid email address'],
] as const)('says under the %s what is wrong with %j', (field, value, sentence) => {
  expect(isComplete(becky)).toBe(true)
  expect(findError({ ...becky, [field]: value }, field)).toBe(sentence)
  expect(isComplete({ ...becky, [field]: value })).toBe(false)
})

const withoutCaptain: Person = { ...becky, captainId: '' }

describe('What a device stores of a person', () => {
  it('comes back as it was', () => {
    const storage = emptyStorage()
    personStorage(() => storage).save(withoutCaptain)
    expect(personStorage(() => storage).load()).toEqual(withoutCaptain)
  })

  it('leaves no trace when nothing is left of it', () => {
    const storage = emptyStorage()
    const people = personStorage(() => storage)
    people.save(withoutCaptain)
    people.save(emptyPerson)
    expect(storage.length).toBe(0)
    expect(people.load()).toEqual(emptyPerson)
  })

  it.each(['"Becky"', '{"name":1}', '{"name":"Becky","email":"","captainId":"","phone":""}'])(
    'is the empty person when it cannot be read: %s',
    (text) => {
      const storage = emptyStorage()
      storage.setItem(personKey, text)
      expect(personStorage(() => storage).load()).toEqual(emptyPerson)
    },
  )
})
