import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type Removal, type RemovalOutcome, removalMachine, teamsPerRequest } from './remove-teams.machine.ts'

interface Request extends Removal {
  readonly resolve: (outcome: RemovalOutcome) => void
  readonly reject: (reason: Error) => void
}

/** With a server that answers when and how a test says. */
function start() {
  const requests: Request[] = []
  let isLost = false
  let lineIsBack = () => {}
  const reported: (readonly string[])[] = []
  const machine = removalMachine.provide({
    actors: {
      removeSome: fromPromise<RemovalOutcome, Removal>(
        ({ input }) => new Promise((resolve, reject) => requests.push({ ...input, resolve, reject })),
      ),
      line: fromPromise(() => new Promise<void>((resolve) => (lineIsBack = resolve))),
    },
    guards: { isLineGone: () => isLost, isOffline: () => isLost },
    actions: { reportRemoved: (_, { ids }) => reported.push(ids) },
  })
  const actor = createActor(machine).start()
  const flush = () => new Promise((resolve) => setImmediate(resolve))
  const answer = async (outcome: RemovalOutcome | Error) => {
    const request = requests.shift()
    if (outcome instanceof Error) request?.reject(outcome)
    else request?.resolve(outcome)
    await flush()
    return request?.ids
  }
  const state = () => actor.getSnapshot().value
  const context = () => actor.getSnapshot().context
  const setLine = async (is: 'lost' | 'back') => {
    isLost = is === 'lost'
    if (!isLost) lineIsBack()
    await flush()
  }
  return { send: actor.send, requests, reported, answer, state, context, setLine }
}

function asked(...ids: string[]) {
  const started = start()
  started.send({ type: 'start' })
  started.send({ type: 'select', ids, on: true })
  started.send({ type: 'ask' })
  return started
}
const removed: RemovalOutcome = { kind: 'removed' }
const lost = new Error('Connection lost')

describe('Selecting teams', () => {
  it('selects and deselects one and many', () => {
    const { send, context } = start()
    send({ type: 'select', ids: ['huck'], on: true })
    expect(context().selected.size).toBe(0)
    send({ type: 'start' })
    send({ type: 'select', ids: ['huck'], on: true })
    send({ type: 'select', ids: ['becky', 'huck', 'joe'], on: true })
    send({ type: 'select', ids: ['joe'], on: false })
    expect([...context().selected]).toEqual(['huck', 'becky'])
    send({ type: 'stop' })
    send({ type: 'start' })
    expect(context().selected.size).toBe(0)
  })

  it('deselects a team that another user removed', () => {
    const { send, context } = asked('huck', 'becky')
    send({ type: 'teams', ids: new Set(['becky', 'joe']) })
    expect([...context().selected]).toEqual(['becky'])
  })

  it('asks nothing while no team is selected', () => {
    const { send, state } = start()
    send({ type: 'start' })
    send({ type: 'ask' })
    expect(state()).toBe('selecting')
    const about = asked('huck')
    about.send({ type: 'teams', ids: new Set(['becky']) })
    expect(about.state()).toBe('selecting')
  })
})

describe('Removing what is selected', () => {
  it('needs a reason', () => {
    const { send, state, context, requests } = asked('huck')
    send({ type: 'reason', text: '  ' })
    send({ type: 'confirm' })
    expect([state(), context().reasonError, requests.length]).toEqual(['asking', 'Please say why.', 0])
    send({ type: 'reason', text: 'Junk' })
    expect(context().reasonError).toBeUndefined()
  })

  it('sends them with the reason, reports once, and ends', async () => {
    const { send, answer, requests, state, reported, context } = asked('huck', 'becky')
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    expect(requests).toMatchObject([{ ids: ['huck', 'becky'], reason: 'Junk' }])
    await answer(removed)
    expect([state(), reported]).toEqual(['off', [['huck', 'becky']]])
    expect(context()).toMatchObject({ reason: '', removed: [] })
  })

  it('sends many in several requests, and counts them', async () => {
    const ids = Array.from({ length: 2 * teamsPerRequest + 1 }, (_, index) => `team-${index}`)
    const { send, answer, context, state, reported } = asked(...ids)
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    expect(await answer(removed)).toEqual(ids.slice(0, teamsPerRequest))
    expect([state(), context().removed.length]).toEqual(['removing', teamsPerRequest])
    await answer(removed)
    expect(await answer(removed)).toEqual(ids.slice(-1))
    expect([state(), reported]).toEqual(['off', [ids]])
  })

  it.each<[string, RemovalOutcome | Error, string]>([
    ['is refused', { kind: 'refused', sentence: 'There is no such team.' }, 'There is no such team.'],
    ['gets no answer', lost, 'No answer came. Please try again.'],
  ])('keeps the rest selected where a request %s, and goes on with it', async (_, outcome, sentence) => {
    const ids = Array.from({ length: teamsPerRequest + 2 }, (_, index) => `team-${index}`)
    const { send, answer, context, state, reported } = asked(...ids)
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    await answer(removed)
    await answer(outcome)
    expect([state(), context().error, context().reason]).toEqual(['asking', sentence, 'Junk'])
    expect([...context().selected]).toEqual(ids.slice(-2))
    send({ type: 'confirm' })
    await answer(removed)
    expect([state(), reported]).toEqual(['off', [ids]])
  })

  it('reports the removed teams also when the rest is cancelled', async () => {
    const ids = Array.from({ length: teamsPerRequest + 1 }, (_, index) => `team-${index}`)
    const { send, answer, state, reported } = asked(...ids)
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    await answer(removed)
    await answer(lost)
    send({ type: 'ask.cancel' })
    expect([state(), reported]).toEqual(['off', [ids.slice(0, -1)]])
  })

  it('waits for a line that is gone, and goes on by itself', async () => {
    const { send, answer, state, requests, reported, setLine } = asked('huck')
    await setLine('lost')
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    expect([state(), requests.length]).toEqual(['waiting', 0])
    await setLine('back')
    await setLine('lost')
    await answer(lost)
    expect([state(), requests.length]).toEqual(['waiting', 0])
    await setLine('back')
    await answer(removed)
    expect([state(), reported]).toEqual(['off', [['huck']]])
  })

  it('is taken back while it waits', async () => {
    const { send, state, context, requests, setLine } = asked('huck')
    await setLine('lost')
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    send({ type: 'ask.cancel' })
    await setLine('back')
    expect([state(), [...context().selected], requests.length]).toEqual(['selecting', ['huck'], 0])
  })

  it('goes back to the selection where nothing was removed', async () => {
    const { send, answer, state, context, reported } = asked('huck')
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    await answer(lost)
    send({ type: 'ask.cancel' })
    expect([state(), [...context().selected], context().error, reported]).toEqual(['selecting', ['huck'], null, []])
  })

  it('does not lose what is under way when the list follows', async () => {
    const { send, answer, reported } = asked('huck', 'becky')
    send({ type: 'reason', text: 'Junk' })
    send({ type: 'confirm' })
    send({ type: 'teams', ids: new Set(['joe']) })
    await answer(removed)
    expect(reported).toEqual([['huck', 'becky']])
  })
})
