import { emptyStorage } from '@ultimate/kit/state/storage.fixture.ts'
import { describe, expect, it } from 'vitest'
import { nobody, type Person } from './person.ts'
import { personKey, personStorage } from './person-storage.ts'

const becky: Person = { name: 'Becky', email: 'becky@example.org', captainId: '' }

describe('What a device keeps of a person', () => {
  it('comes back as it was', () => {
    const storage = emptyStorage()
    personStorage(() => storage).save(becky)
    expect(personStorage(() => storage).load()).toEqual(becky)
  })

  it('leaves no trace when nothing is left of it', () => {
    const storage = emptyStorage()
    const people = personStorage(() => storage)
    people.save(becky)
    people.save(nobody)
    expect(storage.length).toBe(0)
    expect(people.load()).toEqual(nobody)
  })

  it.each(['"Becky"', '{"name":1}', '{"name":"Becky","email":"","captainId":"","phone":""}'])(
    'is nobody when it cannot be read: %s',
    (text) => {
      const storage = emptyStorage()
      storage.setItem(personKey, text)
      expect(personStorage(() => storage).load()).toEqual(nobody)
    },
  )
})
