import { describe, expect, it } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import { noAlternate } from './bid.ts'
import {
  type BidAnswer,
  bid,
  change,
  flush,
  type RegisterTeamEvent,
  rejected,
  start,
  submit,
} from './machine.fixture.ts'
import { registerTeamMachine, toReceived } from './register-team.machine.ts'

describe('On every shortest path through the machine', () => {
  const accepted: BidAnswer = { kind: 'accepted', value: toReceived(bid, { id: 'team-1' }) }
  const answered = (output: BidAnswer) => ({ type: 'xstate.done.actor.send', output, actorId: 'send' })
  const events = [
    change(bid),
    change({ captainEmail: 'becky' }),
    submit('k1'),
    change(noAlternate),
    { type: 'reset' },
    answered(accepted),
    answered({ kind: 'refused', message: null, errors: { teamName: 'This one is taken.' } }),
    answered(rejected),
    { type: 'xstate.error.actor.send', error: new Error('Connection lost'), actorId: 'send' },
    { type: 'xstate.after.3000.register-team.done' },
  ] as RegisterTeamEvent[]
  const paths = getShortestPaths(registerTeamMachine, { events })

  it('there is a way to every state of the form', () => {
    const reached = new Set(paths.map((path) => path.state.value))
    expect(reached).toEqual(new Set(['editing', 'sending', 'done']))
  })

  it.each(paths.map((path) => [describePath(path.steps), path] as const))('%s', async (_, path) => {
    const { actor, server, clock } = start()
    const happen = (event: GraphEvent) => {
      if (event.type.startsWith('xstate.error')) return server.fail()
      if (event.type.startsWith('xstate.after')) return clock.increment(3000)
      if (!event.type.startsWith('xstate.done')) return actor.send(event as RegisterTeamEvent)
      if (event.output === rejected) return server.reject()
      return event.output?.kind === 'refused' ? server.refuse({ ...event.output.errors }) : server.accept()
    }
    for (const { event } of path.steps.slice(1)) {
      happen(event as GraphEvent)
      await flush()
    }
    const { value, context } = actor.getSnapshot()
    expect(value).toBe(path.state.value)
    expect(context).toEqual(path.state.context)
    expect(server.requests()).toBe(value === 'sending' ? 1 : 0)
    expect(server.registered.size).toBe(
      path.steps.some(({ event }) => (event as GraphEvent).output === accepted) ? 1 : 0,
    )
  })
})

interface GraphEvent {
  readonly type: string
  readonly output?: BidAnswer
}

function describePath(steps: readonly { event: GraphEvent }[]): string {
  const words = steps.slice(1).map(({ event }) => event.output?.kind ?? event.type.replace(/^xstate\.(\w+).*/, '$1'))
  return words.join(', ') || 'nothing happens'
}
