import type { Place } from '@ultimate/events/dinner/board/place.ts'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type BoardFacts, type DishChange, holderOf, standingOf, withChanges } from '../board/facts.ts'
import { type Outcome, type PlacingEvent, placingMachine, shownFacts, undoable } from './machine.ts'

const holding: Place = { zone: 'holding' }
const warming: Place = { zone: 'warming', position: 0 }
const buffet: Place = { zone: 'buffet', position: 0 }
const evening: BoardFacts = {
  phase: 'in-progress',
  warmingSlots: 1,
  buffetSlots: 1,
  dishes: [
    { id: 'ham', place: holding },
    { id: 'pie', place: warming },
  ],
  finished: [],
}
const attempt = { key: 'k', at: '2025-11-22T18:00:00.000Z' }
const update = (facts: BoardFacts): PlacingEvent => ({ type: 'update', facts })
const place = (dish: string, to: Place): PlacingEvent => ({ type: 'place', dish, to, attempt })
const pick = (dish: string): PlacingEvent => ({ type: 'pick', dish })
/** Lets settled promises run their callbacks. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

function start(facts = evening) {
  const sent: DishChange[] = []
  const answers: { accept: (outcome: Outcome) => void; fail: () => void }[] = []
  const logged: unknown[] = []
  const clock = new SimulatedClock()
  const machine = placingMachine.provide({
    actors: {
      deliver: fromPromise<Outcome, DishChange>(({ input }) => {
        sent.push(input)
        return new Promise((accept, fail) => answers.push({ accept, fail: () => fail(new Error('Connection lost')) }))
      }),
    },
    actions: { logFailure: (_, { error }) => logged.push(error) },
  })
  const actor = createActor(machine, { clock }).start()
  actor.send(update(facts))
  const context = () => actor.getSnapshot().context
  const answer = async (how: Outcome | 'fail') => {
    const next = answers.shift()
    if (how === 'fail') next?.fail()
    else next?.accept(how)
    await flush()
  }
  return {
    actor,
    clock,
    sent,
    logged,
    answer,
    context,
    where: (dish: string) => standingOf(shownFacts(context()), dish),
  }
}

const refused: Outcome = { kind: 'refused', sentence: 'Another dish holds this place.' }

describe('A dish that is picked up', () => {
  it('is put down by a second tap, shown there at once, and sent', () => {
    const { actor, where, sent, context } = start()
    actor.send(pick('ham'))
    expect(context().held).toBe('ham')
    actor.send(place('ham', buffet))
    expect(context().held).toBeNull()
    expect(where('ham')).toEqual(buffet)
    expect(sent.map((change) => change.kind)).toEqual(['move'])
  })

  it('stays picked up over a place that another dish holds, and says why', () => {
    const { actor, sent, context } = start()
    actor.send(pick('ham'))
    actor.send(place('ham', warming))
    expect(context()).toMatchObject({
      held: 'ham',
      notice: { kind: 'stays', dish: 'ham', sentence: 'Another dish holds this place.' },
    })
    expect(sent).toEqual([])
    expect(actor.getSnapshot().value).toEqual({ pick: 'picked', delivery: 'idle', notice: 'shown' })
  })

  it('says why without disturbing the change under way', async () => {
    const { actor, sent, answer, where } = start()
    actor.send(place('ham', buffet))
    actor.send(place('ham', warming))
    expect(actor.getSnapshot().value).toMatchObject({ delivery: 'sending', notice: 'shown' })
    await answer({ kind: 'done' })
    expect(where('ham')).toEqual(buffet)
    expect(sent).toHaveLength(1)
  })

  it('is released when dinner is finished or another user marks it as done', () => {
    for (const facts of [
      { ...evening, phase: 'completed' as const },
      withChanges(evening, [{ kind: 'done', dish: 'ham', from: holding, attempt }]),
    ]) {
      const { actor, context } = start()
      actor.send(pick('ham'))
      actor.send(update(facts))
      expect(context().held).toBeNull()
    }
  })

  it('is released, with a notice, when another user moves it; not when its own move arrives', async () => {
    const { actor, answer, context } = start()
    const at = (to: Place) =>
      withChanges(evening, [{ kind: 'move', dish: 'ham', from: holding, to, isUndo: false, attempt }])
    actor.send(place('ham', buffet))
    await answer({ kind: 'done' })
    actor.send(pick('ham'))
    actor.send(update(at(buffet)))
    expect(context()).toMatchObject({ held: 'ham', notice: null })
    actor.send(update(at(holding)))
    expect(context()).toMatchObject({ held: null, notice: { kind: 'taken', dish: 'ham' } })
  })

  it('is released where it came from without a request', () => {
    const { actor, sent, context } = start()
    actor.send(pick('ham'))
    actor.send(place('ham', holding))
    expect(context().held).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('A move', () => {
  it('that the server refuses is taken back, with its sentence, for a while', async () => {
    const { actor, clock, where, answer, context } = start()
    actor.send(place('ham', buffet))
    await answer(refused)
    expect(where('ham')).toEqual(holding)
    expect(context().notice).toEqual({ kind: 'stays', dish: 'ham', sentence: 'Another dish holds this place.' })
    clock.increment(6000)
    expect(context().notice).toBeNull()
  })

  it('whose connection breaks is taken back and only logged', async () => {
    const { actor, where, answer, logged, context } = start()
    actor.send(place('ham', buffet))
    await answer('fail')
    expect(where('ham')).toEqual(holding)
    expect(logged).toHaveLength(1)
    expect(context().notice).toBeNull()
  })

  it('waits for the one before it; a change that builds on a refused one is not sent', async () => {
    const { actor, sent, answer, where } = start()
    actor.send(place('ham', buffet))
    actor.send(place('ham', holding))
    actor.send(place('pie', holding))
    expect(sent).toHaveLength(1)
    await answer(refused)
    expect(sent.map(({ dish }) => dish)).toEqual(['ham', 'pie'])
    expect(where('ham')).toEqual(holding)
  })

  it('can be undone while the dish stands there and its old place is free', async () => {
    const { actor, sent, answer, where, context } = start()
    actor.send(place('pie', buffet))
    await answer({ kind: 'done' })
    expect(undoable(context())).not.toBeNull()
    actor.send({ type: 'undo', attempt })
    await answer({ kind: 'done' })
    expect(where('pie')).toEqual(warming)
    expect(sent).toHaveLength(2)
    expect(undoable(context())).toBeNull()
  })

  it('cannot be undone once another dish took the old place', async () => {
    const { actor, answer, context } = start()
    actor.send(place('pie', buffet))
    await answer({ kind: 'done' })
    actor.send(place('ham', warming))
    expect(undoable(context())).toBeNull()
  })
})

describe('Several steps', () => {
  const steps: readonly (readonly [string, Place])[] = [
    ['ham', buffet],
    ['pie', holding],
  ]
  const stepped = async () => {
    const page = start()
    for (const [dish, to] of steps) {
      page.actor.send(place(dish, to))
      await page.answer({ kind: 'done' })
    }
    return page
  }

  it('are taken back one after the other, the latest first, also before the server has answered', async () => {
    const { actor, answer, where, context } = await stepped()
    for (const _ of steps) actor.send({ type: 'undo', attempt })
    expect([where('ham'), where('pie')]).toEqual([holding, warming])
    expect(undoable(context())).toBeNull()
    for (const _ of steps) await answer({ kind: 'done' })
    expect(context().history).toEqual([])
  })

  it('wait for a later one that is on its way', async () => {
    const { actor, answer, context } = await stepped()
    actor.send(place('ham', warming))
    expect(undoable(context())).toBeNull()
    await answer({ kind: 'done' })
    expect(undoable(context())).toMatchObject({ dish: 'ham', to: warming })
  })

  it('leave out what another user has changed since', async () => {
    const { actor, where, context } = await stepped()
    actor.send(
      update(
        withChanges(context().facts, [
          { kind: 'move', dish: 'pie', from: holding, to: warming, isUndo: false, attempt },
        ]),
      ),
    )
    expect(undoable(context())?.dish).toBe('ham')
    actor.send({ type: 'undo', attempt })
    expect([where('ham'), where('pie')]).toEqual([holding, warming])
  })

  it('are known again after a reload', async () => {
    const { context } = await stepped()
    const { history, facts } = context()
    const again = createActor(placingMachine, { input: { history } }).start()
    again.send(update(facts))
    expect(undoable(again.getSnapshot().context)?.dish).toBe('pie')
  })
})

describe('A finished dish', () => {
  const finished: BoardFacts = { ...evening, finished: ['rolls'] }
  const putBack: PlacingEvent = { type: 'put back', dish: 'rolls', to: buffet, attempt }

  it('is put back where it stood, whoever marked it as done', async () => {
    const { actor, answer, where, sent } = start(finished)
    actor.send(putBack)
    expect(where('rolls')).toEqual(buffet)
    await answer({ kind: 'done' })
    expect(sent).toEqual([{ kind: 'put back', dish: 'rolls', to: buffet, attempt }])
    expect(where('rolls')).toEqual(buffet)
  })

  it('stays done, with the reason, where another dish took its place', () => {
    const { actor, sent, context } = start({ ...finished, dishes: [{ id: 'ham', place: buffet }] })
    actor.send(putBack)
    expect(sent).toEqual([])
    expect(context().notice).toEqual({ kind: 'stays', dish: 'rolls', sentence: 'Another dish holds this place.' })
  })
})

describe('Done', () => {
  const served: BoardFacts = { ...evening, dishes: [...evening.dishes, { id: 'rolls', place: buffet }] }
  const done: PlacingEvent = { type: 'done', dish: 'rolls', attempt }

  it('can be undone: the dish stands where it stood', async () => {
    const { actor, sent, answer, where, context } = start(served)
    actor.send(done)
    expect(undoable(context())).toBeNull()
    await answer({ kind: 'done' })
    expect(where('rolls')).toBeNull()
    expect(undoable(context())).not.toBeNull()
    actor.send({ type: 'undo', attempt })
    expect(where('rolls')).toEqual(buffet)
    expect(shownFacts(context()).finished).toEqual([])
    expect(sent.at(-1)).toEqual({ kind: 'put back', dish: 'rolls', to: buffet, attempt })
    await answer({ kind: 'done' })
    expect(where('rolls')).toEqual(buffet)
    expect(undoable(context())).toBeNull()
  })

  it('cannot be undone once another dish took the place, or dinner is finished', async () => {
    const { actor, answer, context } = start(served)
    actor.send(done)
    await answer({ kind: 'done' })
    const now = context().facts
    const taken = withChanges(now, [{ kind: 'move', dish: 'ham', from: holding, to: buffet, isUndo: false, attempt }])
    for (const facts of [taken, { ...now, phase: 'completed' as const }]) {
      actor.send(update(facts))
      expect(undoable(context())).toBeNull()
    }
    actor.send(update(now))
    expect(undoable(context())).not.toBeNull()
  })

  it('that another user took back already is nothing to undo', async () => {
    const { actor, answer, context } = start(served)
    actor.send(done)
    await answer({ kind: 'done' })
    actor.send(update(served))
    expect(undoable(context())).toBeNull()
  })
})

describe('On every shortest path through the machine', () => {
  const done = (output: Outcome) => ({ type: 'xstate.done.actor.deliver', output, actorId: 'deliver' })
  const events = [
    update(evening),
    update({ ...evening, phase: 'completed', dishes: [] }),
    pick('ham'),
    { type: 'let go' },
    place('ham', buffet),
    place('ham', warming),
    { type: 'done', dish: 'ham', attempt },
    { type: 'undo', attempt },
    done({ kind: 'done' }),
    done(refused),
    { type: 'xstate.error.actor.deliver', error: new Error('Connection lost'), actorId: 'deliver' },
  ] as PlacingEvent[]
  const paths = getShortestPaths(placingMachine, {
    events,
    limit: 20_000,
    serializeState: ({ value, context }) => JSON.stringify([value, context]),
    stopWhen: ({ context }) => context.queue.length > 1 || context.history.length > 1,
  })

  it('all its states are reached', () => {
    const reached = new Set(paths.flatMap(({ state: { value } }) => Object.values(value)))
    expect(reached).toEqual(new Set(['none', 'picked', 'idle', 'sending', 'silent', 'shown']))
  })

  it('no two dishes are shown on one place, and only a dish of the board is picked up', () => {
    for (const { state } of paths) {
      const shown = shownFacts(state.context)
      for (const { id, place: stands } of shown.dishes) expect(holderOf(shown, stands) ?? id).toBe(id)
      const { held } = state.context
      if (held !== null) expect(standingOf(shown, held)).not.toBeNull()
    }
  })

  it('a request is under way exactly while the queue is not empty', () => {
    for (const { state } of paths) expect(state.value.delivery === 'sending').toBe(state.context.queue.length > 0)
  })
})
