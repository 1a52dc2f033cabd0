import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { emptyStorage } from '@ultimate/kit/state/storage.fixture.ts'
import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { emptyPerson, findError, isComplete, type Person, personKey, personMachine, personStorage } from './person.ts'

const becky: Person = { name: 'Becky', email: 'becky@example.org', captainId: '6f9619ff-8b86-4011-b42d-00c04fc964ff' }

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

type PersonEvent = FormEvent<Person>

function start(person: Person = emptyPerson) {
  const stored: Person[] = []
  const clock = new SimulatedClock()
  const machine = personMachine.provide({
    actions: { saveDraft: (_, { draft }) => stored.push(draft), forgetDraft: () => stored.push(emptyPerson) },
  })
  const actor = createActor(machine, { input: { draft: person }, clock }).start()
  const context = () => actor.getSnapshot().context
  return { send: actor.send, stored, clock, context, isComplete: () => isComplete(context().draft) }
}
const change = (changes: Partial<Person>): PersonEvent => ({ type: 'change', changes })

describe('Person information', () => {
  it('is complete with a name, an e-mail address and a captain, and no sooner', () => {
    const { send, isComplete } = start()
    for (const changes of [{ name: 'Becky' }, { email: 'becky@example.org' }]) {
      send(change(changes))
      expect(isComplete()).toBe(false)
    }
    send(change({ captainId: becky.captainId }))
    expect(isComplete()).toBe(true)
    send(change({ name: '  ' }))
    expect(isComplete()).toBe(false)
  })

  it('validates an address when the field is left, and then at every letter', () => {
    const { send, context } = start()
    send(change({ email: 'becky@' }))
    expect(context().errors).toEqual({})
    send({ type: 'leave', field: 'email' })
    expect(context().errors).toEqual({ email: 'Please enter a valid email address' })
    send(change({ email: 'becky@example.org' }))
    expect(context().errors).toEqual({})
  })

  it('shows no error for a field that is still blank', () => {
    const { send, context } = start()
    send({ type: 'leave', field: 'email' })
    send({ type: 'leave', field: 'name' })
    expect(context().errors).toEqual({})
  })

  it('is stored on the device when the typing pauses, not at every letter', () => {
    const { send, stored, clock } = start()
    for (const name of ['B', 'Be', 'Bec']) {
      send(change({ name }))
      clock.increment(200)
    }
    expect(stored).toEqual([])
    clock.increment(300)
    expect(stored).toEqual([{ ...emptyPerson, name: 'Bec' }])
  })

  it('is forgotten at once', () => {
    const { send, stored, context, clock, isComplete } = start(becky)
    send(change({ name: 'Tom' }))
    send({ type: 'reset' })
    expect(context().draft).toEqual(emptyPerson)
    expect(stored).toEqual([emptyPerson])
    expect(isComplete()).toBe(false)
    clock.increment(300)
    expect(stored).toEqual([emptyPerson])
  })
})

describe('On every shortest path through the machine', () => {
  const events: PersonEvent[] = [
    change(becky),
    change({ email: 'becky' }),
    { type: 'leave', field: 'email' },
    change({ captainId: '' }),
    { type: 'reset' },
    { type: 'pause' },
  ]
  const paths = getShortestPaths(personMachine, { events })

  it('both an incomplete and a complete person are reached', () =>
    expect(new Set(paths.map(({ state }) => isComplete(state.context.draft)))).toEqual(new Set([false, true])))

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(', '), path] as const))(
    '%s',
    (_, { steps, state: expected }) => {
      const { send, clock, context, stored } = start()
      for (const { event } of steps.slice(1)) send(event)
      expect(context()).toEqual(expected.context)
      clock.increment(300)
      if (stored.length > 0) expect(stored.at(-1)).toEqual(context().draft)
    },
  )
})
