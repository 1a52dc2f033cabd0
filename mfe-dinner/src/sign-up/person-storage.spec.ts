import { describe, expect, it } from 'vitest'
import { nobody, type Person } from './person.ts'
import { personKey, personStorage } from './person-storage.ts'

/** What a browser's storage does, and no more. */
function shelf(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

const becky: Person = { name: 'Becky', email: 'becky@example.org', captainId: '' }

describe('What a device keeps of a person', () => {
  it('comes back as it was', () => {
    const storage = shelf()
    personStorage(() => storage).save(becky)
    expect(personStorage(() => storage).load()).toEqual(becky)
  })

  it('leaves no trace when nothing is left of it', () => {
    const storage = shelf()
    const people = personStorage(() => storage)
    people.save(becky)
    people.save(nobody)
    expect(storage.length).toBe(0)
    expect(people.load()).toEqual(nobody)
  })

  it.each(['{', '"Becky"', '{"name":1}', '{"name":"Becky","email":"","captainId":"","phone":""}'])(
    'is nobody when it cannot be read: %s',
    (text) => {
      const storage = shelf()
      storage.setItem(personKey, text)
      expect(personStorage(() => storage).load()).toEqual(nobody)
    },
  )

  it('is nobody where the browser denies its storage', () => {
    const people = personStorage(() => {
      throw new DOMException('Denied', 'SecurityError')
    })
    expect(() => people.save(becky)).not.toThrow()
    expect(people.load()).toEqual(nobody)
  })
})
