import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type PersonEvent, personMachine } from './machine.ts'
import { emptyPerson, type Person } from './person.ts'

const team = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const otherTeam = '7f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const becky: Person = { name: 'Becky', email: 'becky@example.org', captainId: team }

function start(person: Person = emptyPerson) {
  const kept: Person[] = []
  const clock = new SimulatedClock()
  const machine = personMachine.provide({ actions: { keep: (_, { person: now }) => kept.push(now) } })
  const actor = createActor(machine, { input: { person }, clock }).start()
  const state = () => actor.getSnapshot().value
  const context = () => actor.getSnapshot().context
  return { send: actor.send, kept, clock, state, context }
}
const change = (changes: Partial<Person>): PersonEvent => ({ type: 'change', changes })

describe('Person information', () => {
  it('is complete with a name, an e-mail address and a captain, and no sooner', () => {
    const { send, state } = start()
    for (const changes of [{ name: 'Becky' }, { email: 'becky@example.org' }]) {
      send(change(changes))
      expect(state().information).toBe('incomplete')
    }
    send(change({ captainId: team }))
    expect(state().information).toBe('complete')
    send(change({ name: '  ' }))
    expect(state().information).toBe('incomplete')
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

  it('is kept on the device when the typing pauses, not at every letter', () => {
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
    const { send, kept, context, state } = start(becky)
    send({ type: 'forget' })
    expect(context().person).toEqual(emptyPerson)
    expect(kept).toEqual([emptyPerson])
    expect(state()).toEqual({ information: 'incomplete', keeping: 'kept' })
  })

  it('loses a kept captain whose team is not registered here', () => {
    const { send, context, state } = start(becky)
    send({ type: 'teams', ids: [team, otherTeam] })
    expect(state().information).toBe('complete')
    send({ type: 'teams', ids: [otherTeam] })
    expect(context().person).toEqual({ ...becky, captainId: '' })
    expect(state().information).toBe('incomplete')
  })
})

describe('On every shortest path through the machine', () => {
  const events: PersonEvent[] = [
    change(becky),
    change({ email: 'becky' }),
    { type: 'leave', field: 'email' },
    { type: 'teams', ids: [otherTeam] },
    { type: 'forget' },
  ]
  const paths = getShortestPaths(personMachine, {
    events: [...events, { type: 'xstate.after.pause.person.keeping.pending' } as never],
    input: { person: emptyPerson },
  })

  it('every state is reached', () => {
    const reached = new Set(paths.map(({ state }) => `${state.value.information}, ${state.value.keeping}`))
    expect(reached).toEqual(new Set(['incomplete, kept', 'incomplete, pending', 'complete, pending', 'complete, kept']))
  })

  it.each(paths.map((path) => [path.steps.map(({ event }) => event.type).join(', '), path] as const))(
    '%s',
    (_, { steps, state: expected }) => {
      const { send, clock, state, context, kept } = start()
      for (const { event } of steps.slice(1)) {
        if (event.type.startsWith('xstate.after')) clock.increment(300)
        else send(event)
      }
      expect(state()).toEqual(expected.value)
      expect(context()).toEqual(expected.context)
      if (state().keeping === 'kept' && kept.length > 0) expect(kept.at(-1)).toEqual(context().person)
    },
  )
})
