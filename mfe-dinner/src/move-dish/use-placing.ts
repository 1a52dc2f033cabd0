import type { Place } from '@ultimate/events/dinner/board/place.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { errorOf, factsOf, type KnownBoard, logFailure, takeItem } from '../board/board-query.ts'
import type { Attempt, DishChange } from '../board/facts.ts'
import { serverNow } from '../board/server-clock.ts'
import { keepHistory, keptHistory } from './kept-history.ts'
import { type Outcome, placingMachine, shownFacts, undoable } from './machine.ts'
import type { LastChange } from './rules.ts'

/** Moves a dish to another place. Resolves with the dish as it is then. */
async function moveDish({ dish, to, attempt: { key, at } }: Extract<DishChange, { kind: 'move' }>) {
  const position = to.zone === 'holding' ? null : to.position
  const request = { params: { id: dish }, body: { zone: to.zone, position, at } }
  return (await call('PUT /api/dinner-management/items/{id}/position', request, { idempotencyKey: key })).item
}

/** Marks a dish as done, or takes that back. Resolves with the dish as it is then. */
async function emptyDish({ kind, dish, attempt: { key, at } }: Exclude<DishChange, { kind: 'move' }>) {
  const request = { params: { id: dish }, body: { emptied: kind === 'done', at } }
  return (await call('PUT /api/dinner-management/items/{id}/empty', request, { idempotencyKey: key })).item
}

async function deliver(change: DishChange): Promise<Outcome> {
  try {
    await takeItem(change.kind === 'move' ? await moveDish(change) : await emptyDish(change))
    return { kind: 'done' }
  } catch (error) {
    return errorOf(error).catch((unknown: unknown) => {
      logFailure('Moving a dish', unknown)
      return { kind: 'refused', sentence: unknown instanceof ApiError ? 'the server is busy' : 'no line' } as const
    })
  }
}

const machine = placingMachine.provide({
  actors: { deliver: fromPromise<Outcome, DishChange>(({ input }) => deliver(input)) },
  actions: { logFailure: (_, { error }) => logFailure('Moving a dish', error) },
})

const newAttempt = (): Attempt => ({ key: newKey(), at: new Date(serverNow()).toISOString() })

/** The placing machine with its effects, as the board needs it. */
export function usePlacing(board: KnownBoard) {
  const [input] = useState(() => ({ history: keptHistory(board.dinner) }))
  const [{ context }, send] = useMachine(machine, { input })
  const { history } = context
  useEffect(() => keepHistory(board.dinner, history), [board.dinner, history])
  const [isUpdated, setUpdated] = useState(false)
  /** Where this page has put dishes, to tell its own moves from those of others. */
  const mine = useRef(new Map<string, Place>())
  useLayoutEffect(() => {
    send({ type: 'update', facts: factsOf(board) })
    setUpdated(true)
  }, [board, send])

  // The machine knows its own changes before the cache does. Before its first update it knows nothing.
  const facts = isUpdated ? shownFacts(context) : factsOf(board)
  return {
    facts,
    held: context.held,
    notice: context.notice,
    waiting: context.queue,
    mine,
    undoable: undoable(context),
    pick: (dish: string) => send({ type: 'pick', dish }),
    letGo: () => send({ type: 'let go' }),
    place: (dish: string, to: Place) => {
      mine.current.set(dish, to)
      send({ type: 'place', dish, to, attempt: newAttempt() })
    },
    done: (dish: string) => send({ type: 'done', dish, attempt: newAttempt() }),
    putBack: (dish: string, to: Place) => {
      mine.current.set(dish, to)
      send({ type: 'put back', dish, to, attempt: newAttempt() })
    },
    /** Returns what is taken back; null where there is nothing. */
    undo: (): LastChange | null => {
      const last = undoable(context)
      if (last) mine.current.set(last.dish, last.from)
      send({ type: 'undo', attempt: newAttempt() })
      return last
    },
    dismiss: () => send({ type: 'dismiss' }),
  }
}
export type Placing = ReturnType<typeof usePlacing>
