import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { emptyPerson, isComplete, type Person, personMachine } from './person.ts'

type PersonEvent = FormEvent<Person>

const team = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const becky: Person = { name: 'Becky', email: 'becky@example.org', captainId: team }

function start(person: Person = emptyPerson) {
  const kept: Person[] = []
  const clock = new SimulatedClock()
  const machine = personMachine.provide({
    actions: { saveDraft: (_, { draft }) => kept.push(draft), forgetDraft: () => kept.push(emptyPerson) },
  })
  const actor = createActor(machine, { input: { draft: person }, clock }).start()
  const context = () => actor.getSnapshot().context
  return { send: actor.send, kept, clock, context, isComplete: () => isComplete(context().draft) }
}
const change = (changes: Partial<Person>): PersonEvent => ({ type: 'change', changes })

describe('Person information', () => {
  it('is complete with a name, an e-mail address and a captain, and no sooner', () => {
    const { send, isComplete } = start()
    for (const changes of [{ name: 'Becky' }, { email: 'becky@example.org' }]) {
      send(change(changes))
      expect(isComplete()).toBe(false)
    }
    send(change({ captainId: team }))
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
    const { send, kept, clock } = start()
    for (const name of ['B', 'Be', 'Bec']) {
      send(change({ name }))
      clock.increment(200)
    }
    expect(kept).toEqual([])
    clock.increment(300)
    expect(kept).toEqual([{ ...emptyPerson, name: 'Bec' }])
  })

  it('is forgotten at once', () => {
    const { send, kept, context, clock, isComplete } = start(becky)
    send(change({ name: 'Tom' }))
    send({ type: 'reset' })
    expect(context().draft).toEqual(emptyPerson)
    expect(kept).toEqual([emptyPerson])
    expect(isComplete()).toBe(false)
    clock.increment(300)
    expect(kept).toEqual([emptyPerson])
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
      const { send, clock, context, kept } = start()
      for (const { event } of steps.slice(1)) send(event)
      expect(context()).toEqual(expected.context)
      clock.increment(300)
      if (kept.length > 0) expect(kept.at(-1)).toEqual(context().draft)
    },
  )
})
