import type { BoardItem, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import type { DishPlace, Zone } from '@ultimate/events/dinner/signup.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand, onOutcome, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { storedValue, tabStorage } from '@ultimate/kit/state/storage.ts'
import { useMachine } from '@xstate/react'
import { createContext, type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import { knownBoard, type LoadedBoard, readAgain, takeItem, toBoardState } from './board-query.ts'
import {
  changeFromCommand,
  collectStatuses,
  dishRequest,
  type ErrorCode,
  isDishCommand,
} from './moves/dish-commands.ts'
import type { PastChange } from './moves/history.ts'
import { focusDish } from './moves/keyboard.ts'
import {
  type DishChange,
  findUndoable,
  type MoveAttempt,
  placingMachine,
  shownState,
} from './moves/move-dish.machine.ts'
import type { Decision } from './moves/picked-up-bar.tsx'
import { serverNow } from './server-clock.ts'

/** The actions of a user on the live board. The object stays the same, because a new one would render every dish. */
export interface BoardActions {
  readonly tapDish: (dish: string, at: DishPlace) => void
  readonly tapPlace: (place: DishPlace) => void
  readonly markDone: (dish: string) => void
}

export interface BoardView {
  readonly session: SessionAnswer
  /** The moment of a replayed board; undefined on the live one. */
  readonly asOf?: string | undefined
  /** Null where the board is read-only. */
  readonly actions: BoardActions | null
}

export const BoardViewContext = createContext<BoardView | null>(null)

export function useBoardView(): BoardView {
  const view = use(BoardViewContext)
  if (view === null) throw new Error('a dish can only be drawn on a board')
  return view
}

/** The zone that a phone shows; wider screens show all of them. */
export const useShownZone = create<{ readonly zone: Zone }>()(() => ({ zone: 'holding' }))
export const showZone = (zone: Zone): void => useShownZone.setState({ zone })

/** Returns what the user does on the live board, with the handlers of taps and keys. */
export function useBoardActions(board: LoadedBoard) {
  const placing = usePlacing(board)
  // Steady, because with new functions in each rendering, memoized parts would draw every dish again.
  const handlers = useSteadyFunctions(buildHandlers(placing))
  return { ...placing, handlers }
}

/** Builds the handlers of taps and keys. Unlike the functions of `placing`, most handlers also focus the dish. */
function buildHandlers(placing: Placing) {
  const { pickedUp, notice, undoable } = placing
  const placeDish = (dish: string, to: DishPlace) => void focusDish(dish, { after: placing.place(dish, to) })
  const boardActions: BoardActions = {
    tapDish: (tapped, at) => {
      const isPlaceTaken = pickedUp !== null && pickedUp !== tapped && at.zone !== 'holding'
      // The machine moves no dish to a taken place. It shows a notice instead.
      if (isPlaceTaken) placeDish(pickedUp, at)
      // If this dish is picked up already, the machine lets go of it.
      else placing.pick(tapped)
    },
    tapPlace: (place) => {
      if (pickedUp !== null) placeDish(pickedUp, place)
    },
    markDone: placing.markDone,
  }
  return {
    ...boardActions,
    putBack: (dish: string, to: DishPlace) => {
      showZone(to.zone)
      void focusDish(dish, { after: placing.putBack(dish, to) })
    },
    letGo: () => {
      placing.letGo()
      if (pickedUp !== null) void focusDish(pickedUp)
    },
    dismiss: () => {
      placing.dismiss()
      if (notice) void focusDish(notice.dish)
    },
    resolveRejected: (command: QueuedCommand, decision: Decision) => {
      const dish = command.params['id'] ?? ''
      placing.letGo()
      placing.dismiss()
      void focusDish(dish, { after: decideCommand(command, decision) })
    },
    undo: () => {
      if (undoable === null) return
      showZone(undoable.from.zone)
      void focusDish(undoable.dish, { after: placing.undo() })
    },
  }
}

/** Returns functions that stay the same in every rendering. Each calls the function of the latest rendering. */
function useSteadyFunctions<Functions extends object>(functions: Functions): Functions {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  const [steady] = useState(() => {
    const callLatest =
      (name: keyof Functions) =>
      (...values: unknown[]) =>
        (latest.current[name] as (...values: unknown[]) => unknown)(...values)
    // Within this function, all functions have one general type. The result has their own types again.
    const names = Object.keys(functions) as (keyof Functions)[]
    return Object.fromEntries(names.map((name) => [name, callLatest(name)])) as Functions
  })
  return steady
}

/** The placing machine, whose changes go to the offline queue. `whenQueued` waits until a change is stored there. */
function useQueuedChanges(latestBoard: RefObject<LoadedBoard>) {
  /** By the key of a change: the promise that resolves once the offline queue has stored the change. */
  const storing = useRef(new Map<string, Promise<void>>())
  const [machine] = useState(() =>
    placingMachine.provide({
      actions: {
        queueChange: (_, { change }) => {
          if (change) storing.current.set(change.attempt.key, storeInQueue(change, latestBoard.current))
        },
      },
    }),
  )
  // For callers that have sent an event to the machine. If the machine ignored the event, there is no promise.
  const whenQueued = async ({ key }: MoveAttempt): Promise<void> => {
    await storing.current.get(key)
    storing.current.delete(key)
  }
  return { machine, whenQueued }
}

const newAttempt = (): MoveAttempt => ({ key: newKey(), at: new Date(serverNow()).toISOString() })

/** Stores the command of a change in the offline queue. */
async function storeInQueue(change: DishChange, { items, finished }: LoadedBoard): Promise<void> {
  const name = [...items, ...finished].find(({ id }) => id === change.dish)?.slot_name ?? 'a dish'
  const queued = await queueCommand(dishRequest(change, name), change.attempt.key)
  if (queued === null) toast.error('Please log in again: nothing was moved.')
}

/** Runs the placing machine, and sends the board, the offline queue and the server's answers to the machine. */
function usePlacing(board: LoadedBoard) {
  /** For callbacks that outlive a rendering. */
  const latestBoard = useRef(board)
  latestBoard.current = board
  const { machine, whenQueued } = useQueuedChanges(latestBoard)
  const [input] = useState(() => ({ board: toBoardState(board), history: loadHistory(board.dinner) }))
  const [{ context }, send] = useMachine(machine, { input })
  const { history } = context
  useEffect(() => saveHistory(board.dinner, history), [board.dinner, history])
  const commands = useQueuedCommands()
  /** By dish: the place to which this page has moved the dish. Moves to other places are those of other users. */
  const ownMoves = useRef(new Map<string, DishPlace>())
  useLayoutEffect(() => send({ type: 'board.changed', board: toBoardState(board) }), [board, send])
  useLayoutEffect(() => {
    const pending = commands.filter(({ status }) => status !== 'rejected')
    send({ type: 'queue.changed', changes: pending.flatMap((command) => changeFromCommand(command) ?? []) })
  }, [commands, send])
  useEffect(
    () =>
      onOutcome(async (command, outcome) => {
        const change = changeFromCommand(command)
        if (!change) return
        if (outcome.kind === 'done') {
          // The server's answer to every `dishRequest` has this shape.
          const { item } = outcome.answer as { item: BoardItem }
          await takeItem(item, command.key)
          send({ type: 'change.accepted', change })
          // The machine's own board may lack later moves of other users; the cache has them.
          const cachedBoard = knownBoard() ?? latestBoard.current
          send({ type: 'board.changed', board: toBoardState(cachedBoard) })
        } else if (outcome.kind === 'rejected') {
          void readAgain()
          const { code, message: sentence } = outcome.rejection
          const wasMovedMeanwhile = code === ('DISH_MOVED_MEANWHILE' satisfies ErrorCode)
          send({ type: 'change.rejected', change, rejection: { sentence, wasMovedMeanwhile } })
        }
      }),
    [send],
  )
  /** Resolves when the offline queue has stored the move, or at once if the machine rejects the move. */
  const move = (type: 'place' | 'put back', dish: string, to: DishPlace): Promise<void> => {
    const attempt = newAttempt()
    ownMoves.current.set(dish, to)
    send({ type, dish, to, attempt })
    return whenQueued(attempt)
  }
  const undoable = findUndoable(context)
  const statuses = useMemo(() => collectStatuses(commands), [commands])

  // Drawn from the machine, because the cache gets a change of this page only with the server's answer.
  const { board: machineBoard, queue: queuedChanges } = context
  const shown = useMemo(() => shownState({ board: machineBoard, queue: queuedChanges }), [machineBoard, queuedChanges])
  return {
    shown,
    pickedUp: context.pickedUp,
    notice: context.notice,
    /** The status of the last command about each dish, by the dish's id. */
    statuses,
    /** Returns the last rejected command about the dish, if the user has not decided about the command yet. */
    rejectedCommandOf: (dish: string | null) =>
      commands.findLast(
        (command) => isDishCommand(command) && command.status === 'rejected' && command.params['id'] === dish,
      ) ?? null,
    ownMoves,
    undoable,
    pick: (dish: string) => send({ type: 'pick', dish }),
    letGo: () => send({ type: 'let go' }),
    place: (dish: string, to: DishPlace) => move('place', dish, to),
    markDone: (dish: string) => send({ type: 'done', dish, attempt: newAttempt() }),
    putBack: (dish: string, to: DishPlace) => move('put back', dish, to),
    undo: (): Promise<void> => {
      const attempt = newAttempt()
      if (undoable) ownMoves.current.set(undoable.dish, undoable.from)
      send({ type: 'undo', attempt })
      return whenQueued(attempt)
    },
    dismiss: () => send({ type: 'dismiss' }),
  }
}
type Placing = ReturnType<typeof usePlacing>

/** Returns the user's changes on the board of this dinner in this tab, including those before a reload. */
function loadHistory(dinner: number): readonly PastChange[] {
  const stored = storedHistory.load()
  return stored?.dinner === dinner && stored.user === currentUser() ? stored.history : []
}

const saveHistory = (dinner: number, history: readonly PastChange[]): void =>
  storedHistory.save({ dinner, user: currentUser(), history: [...history] })

const historySchema = z.strictObject({
  /** The dinner and the user of the changes, because another user who signs in here must not undo them. */
  dinner: z.int(),
  user: z.string().nullable(),
  history: z.array(z.strictObject({ dish: z.string(), from: dishPlace, to: dishPlace.nullable() })),
})

const storedHistory = storedValue(
  'boardHistory',
  (value) => historySchema.safeParse(value).data ?? null,
  () => tabStorage,
)

const currentUser = (): string | null => useSessionStore.getState().user?.id ?? null
