import { findBoardError, findHolder, findPlace } from '@ultimate/events/dinner/board.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { afterFinish, boardInProgress, dishAt } from '../board-state.fixture.ts'
import {
  type DishBoard,
  type DishChange,
  findUndoable,
  type PlacingEvent,
  placingMachine,
  type Rejection,
  shownState,
  withChanges,
} from './move-dish.machine.ts'

const holding: DishPlace = { zone: 'holding' }
const warming: DishPlace = { zone: 'warming', position: 0 }
const buffet: DishPlace = { zone: 'buffet', position: 0 }
const evening = boardInProgress(1, dishAt('ham', holding), dishAt('pie', warming))
let keys = 0
const nextAttempt = () => ({ key: `k${++keys}`, at: '2025-11-22T18:00:00.000Z' })
const attempt = { key: 'k', at: '2025-11-22T18:00:00.000Z' }
const update = (board: DishBoard): PlacingEvent => ({ type: 'board.changed', board })
const place = (dish: string, to: DishPlace): PlacingEvent => ({ type: 'place', dish, to, attempt: nextAttempt() })
const pick = (dish: string): PlacingEvent => ({ type: 'pick', dish })
/** Lets settled promises run their callbacks. */
const flush = () => new Promise((resolve) => setImmediate(resolve))

/** Stores what is asked for at once, as the device does, unless `isStored` is false; a test answers for the server. */
function start(board = evening, { isStored = true } = {}) {
  const sent: DishChange[] = []
  let waiting: readonly DishChange[] = []
  const clock = new SimulatedClock()
  const machine = placingMachine.provide({
    actions: {
      queueChange: (_, { change }) => {
        if (!change) return
        sent.push(change)
        waiting = [...waiting, change]
        // The device stores it a moment later, never at once.
        if (isStored) queueMicrotask(() => actor.send({ type: 'queue.changed', changes: waiting }))
      },
    },
  })
  const actor = createActor(machine, { clock }).start()
  actor.send(update(board))
  const context = () => actor.getSnapshot().context
  /** Answers the oldest change that waits. */
  const answer = async (build: (change: DishChange) => PlacingEvent) => {
    await flush()
    const [change, ...rest] = waiting
    if (!change) throw new Error('Nothing waits for an answer')
    waiting = rest
    actor.send(build(change))
    actor.send({ type: 'queue.changed', changes: waiting })
  }
  const accept = () => answer((change) => ({ type: 'change.accepted', change }))
  const reject = (rejection: Rejection) => answer((change) => ({ type: 'change.rejected', change, rejection }))
  return {
    actor,
    clock,
    sent,
    accept,
    reject,
    context,
    where: (dish: string) => findPlace(shownState(context()), dish),
  }
}

const refused: Rejection = { sentence: 'Another dish is in this slot.', wasMovedMeanwhile: false }

describe('A dish that is picked up', () => {
  it('is put down by a second tap, shown there as soon as it is stored, and sent', async () => {
    const { actor, where, sent, context } = start()
    actor.send(pick('ham'))
    expect(context().pickedUp).toBe('ham')
    actor.send(place('ham', buffet))
    expect(context().pickedUp).toBeNull()
    expect(where('ham'), 'it would be lost with the tab').toEqual(holding)
    await flush()
    expect(where('ham')).toEqual(buffet)
    expect(sent.map((change) => change.kind)).toEqual(['move'])
  })

  it('stays picked up over a place that another dish holds, and says why', () => {
    const { actor, sent, context } = start()
    actor.send(pick('ham'))
    actor.send(place('ham', warming))
    expect(context()).toMatchObject({
      pickedUp: 'ham',
      notice: { kind: 'stays', dish: 'ham', sentence: 'Another dish is in this slot.' },
    })
    expect(sent).toEqual([])
    expect(actor.getSnapshot().value).toMatchObject({ pick: 'picked', notice: 'shown' })
  })

  it('says why without disturbing the change under way', async () => {
    const { actor, sent, accept, where } = start()
    actor.send(place('ham', buffet))
    actor.send(place('ham', warming))
    expect(actor.getSnapshot().value).toMatchObject({ notice: 'shown' })
    await accept()
    expect(where('ham')).toEqual(buffet)
    expect(sent).toHaveLength(1)
  })

  it('is released when dinner is finished or another user marks it as done', () => {
    for (const facts of [
      afterFinish(evening),
      boardInProgress(1, dishAt('ham', buffet, true), dishAt('pie', warming)),
    ]) {
      const { actor, context } = start()
      actor.send(pick('ham'))
      actor.send(update(facts))
      expect(context().pickedUp).toBeNull()
    }
  })

  it('is released, with a notice, when another user moves it; not when its own move arrives', async () => {
    const { actor, accept, context } = start()
    const at = (to: DishPlace) =>
      withChanges(evening, [{ kind: 'move', dish: 'ham', from: holding, to, isUndo: false, attempt }])
    actor.send(place('ham', buffet))
    await accept()
    actor.send(pick('ham'))
    actor.send(update(at(buffet)))
    expect(context()).toMatchObject({ pickedUp: 'ham', notice: null })
    actor.send(update(at(holding)))
    expect(context()).toMatchObject({ pickedUp: null, notice: { kind: 'taken', dish: 'ham' } })
  })

  it('is released where it came from without a request', () => {
    const { actor, sent, context } = start()
    actor.send(pick('ham'))
    actor.send(place('ham', holding))
    expect(context().pickedUp).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('A move', () => {
  it('that the server refuses is taken back, with its sentence, for a while', async () => {
    const { actor, clock, where, reject, context } = start()
    actor.send(place('ham', buffet))
    await reject(refused)
    expect(where('ham')).toEqual(holding)
    expect(context().notice).toEqual({ kind: 'stays', dish: 'ham', sentence: 'Another dish is in this slot.' })
    clock.increment(6000)
    expect(context().notice).toBeNull()
  })

  it('that the server refuses is nothing to undo, and an undo that it refuses still is', async () => {
    const { actor, accept, reject, context } = start()
    actor.send(place('ham', buffet))
    await accept()
    const { history } = context()
    actor.send(place('pie', holding))
    await reject(refused)
    expect(context().history).toEqual(history)
    actor.send({ type: 'undo', attempt: nextAttempt() })
    await reject(refused)
    expect(context().history).toEqual(history)
  })

  it('that another user was faster with says so', async () => {
    const { actor, reject, context } = start()
    actor.send(place('ham', buffet))
    await reject({
      sentence: 'Someone else has moved this dish in the meantime.',
      wasMovedMeanwhile: true,
    })
    expect(context().notice).toMatchObject({ kind: 'elsewhere', dish: 'ham' })
  })

  it('that has no answer waits, and is shown where it was put, also after a reload', async () => {
    const { actor, where, sent } = start()
    actor.send(place('ham', buffet))
    await flush()
    expect(where('ham')).toEqual(buffet)
    const reloaded = start()
    reloaded.actor.send({ type: 'queue.changed', changes: sent })
    expect(reloaded.where('ham')).toEqual(buffet)
  })

  it('builds on the one before it, also while that is still being kept', () => {
    const { actor, sent } = start(evening, { isStored: false })
    actor.send(place('ham', buffet))
    actor.send(place('ham', holding))
    actor.send(place('pie', holding))
    expect(sent).toMatchObject([
      { dish: 'ham', from: holding, to: buffet },
      { dish: 'ham', from: buffet, to: holding },
      { dish: 'pie', from: warming, to: holding },
    ])
  })

  it('is not held up by another dish', async () => {
    const { actor, where, sent } = start()
    actor.send(place('ham', buffet))
    actor.send(place('pie', holding))
    await flush()
    const [ham, pie] = sent
    if (!ham || !pie) throw new Error('Two were sent')
    actor.send({ type: 'change.rejected', change: pie, rejection: refused })
    actor.send({ type: 'queue.changed', changes: [ham] })
    expect([where('ham'), where('pie')]).toEqual([buffet, warming])
  })

  it('can be undone while the dish stands there and its old place is free', async () => {
    const { actor, sent, accept, where, context } = start()
    actor.send(place('pie', buffet))
    await accept()
    expect(findUndoable(context())).not.toBeNull()
    actor.send({ type: 'undo', attempt })
    await accept()
    expect(where('pie')).toEqual(warming)
    expect(sent).toHaveLength(2)
    expect(findUndoable(context())).toBeNull()
  })

  it('cannot be undone once another dish took the old place', async () => {
    const { actor, accept, context } = start()
    actor.send(place('pie', buffet))
    await accept()
    actor.send(place('ham', warming))
    expect(findUndoable(context())).toBeNull()
  })
})

describe('Several steps', () => {
  const steps: readonly (readonly [string, DishPlace])[] = [
    ['ham', buffet],
    ['pie', holding],
  ]
  const stepped = async () => {
    const page = start()
    for (const [dish, to] of steps) {
      page.actor.send(place(dish, to))
      await page.accept()
    }
    return page
  }

  it('are taken back one after the other, the latest first, also before the server has answered', async () => {
    const { actor, accept, where, context } = await stepped()
    for (const _ of steps) actor.send({ type: 'undo', attempt: nextAttempt() })
    await flush()
    expect([where('ham'), where('pie')]).toEqual([holding, warming])
    expect(findUndoable(context())).toBeNull()
    for (const _ of steps) await accept()
    expect(context().history).toEqual([])
  })

  it('wait for a later one that is on its way', async () => {
    const { actor, accept, context } = await stepped()
    actor.send(place('ham', warming))
    expect(findUndoable(context())).toBeNull()
    await accept()
    expect(findUndoable(context())).toMatchObject({ dish: 'ham', to: warming })
  })

  it('leave out what another user has changed since', async () => {
    const { actor, where, context } = await stepped()
    actor.send(
      update(
        withChanges(context().board, [
          { kind: 'move', dish: 'pie', from: holding, to: warming, isUndo: false, attempt },
        ]),
      ),
    )
    expect(findUndoable(context())?.dish).toBe('ham')
    actor.send({ type: 'undo', attempt: nextAttempt() })
    await flush()
    expect([where('ham'), where('pie')]).toEqual([holding, warming])
  })

  it('are known again after a reload, also what was answered when no page was open', async () => {
    const { actor, context, sent } = await stepped()
    actor.send(place('ham', warming))
    const { history } = context()
    const facts = withChanges(evening, sent)
    const again = createActor(placingMachine, { input: { history } }).start()
    again.send(update(facts))
    expect(findUndoable(again.getSnapshot().context)).toEqual({ dish: 'ham', from: buffet, to: warming })
  })
})

describe('A finished dish', () => {
  const rolls = dishAt('rolls', buffet, true)
  const finished: DishBoard = { ...evening, dishes: [...evening.dishes, rolls] }
  const putBack: PlacingEvent = { type: 'put back', dish: 'rolls', to: buffet, attempt }

  it('is put back where it stood, also where another user marked it as done', async () => {
    const { actor, accept, where, sent } = start(finished)
    actor.send(putBack)
    await flush()
    expect(where('rolls')).toEqual(buffet)
    await accept()
    expect(sent).toEqual([{ kind: 'put back', dish: 'rolls', to: buffet, isUndo: false, attempt }])
    expect(where('rolls')).toEqual(buffet)
  })

  it('is nothing to undo where another user marked it as done, also after a rejection', async () => {
    const { actor, reject, context } = start(finished)
    actor.send(putBack)
    await reject(refused)
    expect(context().history).toEqual([])
  })

  it('stays done, with the reason, where another dish took its place', () => {
    const { actor, sent, context } = start({ ...evening, dishes: [dishAt('ham', buffet), rolls] })
    actor.send(putBack)
    expect(sent).toEqual([])
    expect(context().notice).toEqual({ kind: 'stays', dish: 'rolls', sentence: 'Another dish is in this slot.' })
  })
})

describe('Done', () => {
  const served: DishBoard = { ...evening, dishes: [...evening.dishes, dishAt('rolls', buffet)] }
  const done: PlacingEvent = { type: 'done', dish: 'rolls', attempt }

  it('can be undone: the dish stands where it stood', async () => {
    const { actor, sent, accept, where, context } = start(served)
    actor.send(done)
    expect(findUndoable(context())).toBeNull()
    await accept()
    expect(where('rolls')).toBeNull()
    expect(findUndoable(context())).not.toBeNull()
    actor.send({ type: 'undo', attempt })
    await flush()
    expect(where('rolls')).toEqual(buffet)
    expect(sent.at(-1)).toEqual({ kind: 'put back', dish: 'rolls', to: buffet, isUndo: true, attempt })
    await accept()
    expect(where('rolls')).toEqual(buffet)
    expect(findUndoable(context())).toBeNull()
  })

  it('can be undone again after the server has rejected the undo, however often', async () => {
    const { actor, sent, accept, reject, context } = start(served)
    actor.send(done)
    await accept()
    const { history } = context()
    for (const again of [
      { type: 'undo', attempt },
      { type: 'put back', dish: 'rolls', to: buffet, attempt },
    ] as const) {
      actor.send(again)
      expect(context().history).toEqual([])
      await reject(refused)
      expect(context().history).toEqual(history)
    }
    // The user sends the rejected command once more.
    const [rejected] = sent.slice(-1)
    if (!rejected) throw new Error('nothing was sent')
    actor.send({ type: 'change.rejected', change: rejected, rejection: refused })
    expect(context().history).toEqual(history)
    expect(findUndoable(context())).toEqual({ dish: 'rolls', from: buffet, to: null })
  })

  it('cannot be undone after a rejected undo, once another user has put the dish back', async () => {
    const { actor, accept, reject, context } = start(served)
    actor.send(done)
    await accept()
    actor.send({ type: 'undo', attempt })
    await reject(refused)
    actor.send(update(served))
    expect(findUndoable(context())).toBeNull()
  })

  it('cannot be undone once another dish took the place, or dinner is finished', async () => {
    const { actor, accept, context } = start(served)
    actor.send(done)
    await accept()
    const now = context().board
    const taken = withChanges(now, [{ kind: 'move', dish: 'ham', from: holding, to: buffet, isUndo: false, attempt }])
    for (const facts of [taken, afterFinish(now)]) {
      actor.send(update(facts))
      expect(findUndoable(context())).toBeNull()
    }
    actor.send(update(now))
    expect(findUndoable(context())).not.toBeNull()
  })

  it('that another user took back already is nothing to undo', async () => {
    const { actor, accept, context } = start(served)
    actor.send(done)
    await accept()
    actor.send(update(served))
    expect(findUndoable(context())).toBeNull()
  })
})

describe('On every shortest path through the machine', () => {
  const change: DishChange = { kind: 'move', dish: 'ham', from: holding, to: buffet, isUndo: false, attempt }
  const events = [
    update(evening),
    update({ ...afterFinish(evening), dishes: [] }),
    pick('ham'),
    { type: 'let go' },
    { type: 'place', dish: 'ham', to: buffet, attempt },
    { type: 'place', dish: 'ham', to: warming, attempt },
    { type: 'done', dish: 'ham', attempt },
    { type: 'undo', attempt },
    { type: 'queue.changed', changes: [change] },
    { type: 'queue.changed', changes: [] },
    { type: 'change.accepted', change },
    { type: 'change.rejected', change, rejection: refused },
  ] as PlacingEvent[]
  const paths = getShortestPaths(placingMachine, {
    events,
    limit: 20_000,
    serializeState: ({ value, context }) => JSON.stringify([value, context]),
    stopWhen: ({ context: { queue, unqueued, history } }) => queue.length + unqueued.length > 2 || history.length > 1,
  })

  it('all its states are reached', () => {
    const reached = new Set(
      paths.flatMap(({ state: { value } }) => Object.values(value)).filter((state) => typeof state === 'string'),
    )
    expect(reached).toEqual(new Set(['none', 'picked', 'silent', 'shown']))
  })

  it('no two dishes are shown on one place, and only a dish of the board is picked up', () => {
    for (const { state } of paths) {
      const shown = shownState(state.context)
      for (const { id } of shown.dishes) {
        const stands = findPlace(shown, id)
        if (stands) expect(findHolder(shown, stands)?.id ?? id).toBe(id)
      }
      const { pickedUp } = state.context
      if (pickedUp !== null) expect(findPlace(shown, pickedUp)).not.toBeNull()
    }
  })

  it('what is asked first is a change that the rules allow', () => {
    const done = { ...evening, dishes: [...evening.dishes, dishAt('rolls', buffet, true)] }
    const boards = [evening, boardInProgress(1, dishAt('ham', buffet)), done].flatMap((board) => [
      board,
      afterFinish(board),
      { ...board, session: { ...board.session, startedAt: null } },
    ])
    const asking = [
      pick('ham'),
      ...[holding, warming, buffet].map((to) => place('ham', to)),
      { type: 'done', dish: 'ham', attempt },
      { type: 'put back', dish: 'rolls', to: buffet, attempt },
    ] as PlacingEvent[]
    let sent = 0
    for (const board of boards) {
      const asked = getShortestPaths(placingMachine, {
        events: [update(board), ...asking],
        stopWhen: ({ context }) => context.unqueued.length > 0,
      })
      for (const { state } of asked)
        for (const change of state.context.unqueued) {
          sent++
          expect(findBoardError(board, change)).toBeNull()
        }
    }
    expect(sent).toBeGreaterThan(20)
  })
})
