import { describe, expect, it } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import { bid, change, flush, start, submit } from './machine.fixture.ts'
import { type RegisterTeamEvent, registerTeamMachine, type SubmitOutcome } from './machine.ts'

describe('On every shortest path through the machine', () => {
  const accepted: SubmitOutcome = { kind: 'accepted', awaitsConfirmation: false }
  const outcome = (output: SubmitOutcome) => ({ type: 'xstate.done.actor.submitBid', output, actorId: 'submitBid' })
  const events = [
    change(bid),
    change({ captainEmail: 'becky' }),
    submit('k1'),
    { type: 'alternate.add' },
    { type: 'alternate.remove' },
    { type: 'draft.discard' },
    outcome(accepted),
    outcome({ kind: 'refused', errors: { teamName: 'This one is taken.' } }),
    outcome({ kind: 'rejected' }),
    { type: 'xstate.error.actor.submitBid', error: new Error('Connection lost'), actorId: 'submitBid' },
    { type: 'xstate.after.successShown.registerTeam.form.succeeded' },
  ] as RegisterTeamEvent[]
  const paths = getShortestPaths(registerTeamMachine, { events, input: { draft: null } })

  it('there is a way to every state of the form', () => {
    const reached = new Set(paths.map((path) => (path.state.value as { form: string }).form))
    expect(reached).toEqual(new Set(['editing', 'invalid', 'submitting', 'failed', 'succeeded']))
  })

  it.each(paths.map((path) => [describePath(path.steps), path] as const))('%s', async (_, path) => {
    const { actor, server, clock } = start()
    const happen = (event: GraphEvent) => {
      if (event.type.startsWith('xstate.error')) return server.fail()
      if (event.type.startsWith('xstate.after')) return clock.increment(3000)
      if (!event.type.startsWith('xstate.done')) return actor.send(event as RegisterTeamEvent)
      if (event.output?.kind === 'rejected') return server.reject()
      return event.output?.kind === 'refused' ? server.refuse({ ...event.output.errors }) : server.accept()
    }
    for (const { event } of path.steps.slice(1)) {
      happen(event as GraphEvent)
      await flush()
    }
    const { value, context } = actor.getSnapshot()
    const { saving: _saving, ...expected } = path.state.value
    expect(value).toMatchObject(expected)
    expect(context).toEqual(path.state.context)
    expect(server.requests()).toBe(value.form === 'submitting' ? 1 : 0)
    expect(server.registered.size).toBe(
      path.steps.some(({ event }) => (event as GraphEvent).output === accepted) ? 1 : 0,
    )
  })
})

interface GraphEvent {
  readonly type: string
  readonly output?: SubmitOutcome
}

function describePath(steps: readonly { event: GraphEvent }[]): string {
  const words = steps.slice(1).map(({ event }) => event.output?.kind ?? event.type.replace(/^xstate\.(\w+).*/, '$1'))
  return words.join(', ') || 'nothing happens'
}
