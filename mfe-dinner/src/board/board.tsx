import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand, onOutcome, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LayoutDraft } from '../slots/change-layout.machine.ts'
import { SlotCounts } from '../slots/slot-counts.tsx'
import { BoardHead } from './board-head.tsx'
import styles from './board-page.module.css'
import { findPhase, knownBoard, type LoadedBoard, readAgain, takeItem, toBoardState } from './board-query.ts'
import { type BoardActions, BoardViewContext } from './dishes/dish-card.tsx'
import { FinishedItems, LeftoverItems } from './dishes/item-list.tsx'
import { listShownFinished, listShownItems } from './dishes/shown-items.ts'
import { StandsLongest } from './dishes/stands-longest.tsx'
import {
  changeFromCommand,
  collectStatuses,
  dishRequest,
  type ErrorCode,
  isDishCommand,
} from './moves/dish-commands.ts'
import { DragArea } from './moves/drag-area.tsx'
import { focusDish, walkBoard } from './moves/keyboard.ts'
import {
  type DishChange,
  findUndoable,
  type MoveAttempt,
  placingMachine,
  shownState,
} from './moves/move-dish.machine.ts'
import { type Decision, describeNotice, findDish, nameOfDish, PickedUpBar } from './moves/picked-up-bar.tsx'
import { loadHistory, saveHistory } from './moves/stored-history.ts'
import { serverNow } from './server-clock.ts'
import { useMovedByOthers } from './zones/moved-by-others.ts'
import { showZone } from './zones/zone-head.tsx'
import { Zones } from './zones/zones.tsx'

/** The live board: zones, session controls, and the lists of finished and leftover dishes. Helpers only look. */
export function Board({ board }: { readonly board: LoadedBoard }) {
  const { session } = board
  const phase = findPhase(session)
  const canMove = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  const placing = usePlacing(board)
  const { shown, pickedUp, notice, statuses } = placing
  const items = useMemo(() => listShownItems(shown), [shown])
  const moverByDish = useMovedByOthers(board.items, placing.ownMoves)
  /** The dish that was dropped last, which Zones draws on its place without a glide. */
  const lastDropped = useRef<string | null>(null)
  const [unsavedLayout, setUnsavedLayout] = useState<LayoutDraft | null>(null)
  // Steady, because with new functions in each rendering, memoized parts would draw every dish again.
  const handlers = useSteadyFunctions(buildHandlers(placing))
  const canMoveNow = canMove && phase !== 'completed'
  const view = useMemo(() => ({ session, actions: canMoveNow ? handlers : null }), [session, canMoveNow, handlers])
  const dishMarks = useMemo(() => ({ pickedUp, moverByDish, statuses }), [pickedUp, moverByDish, statuses])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && pickedUp !== null) handlers.letGo()
    else walkBoard(event)
  }
  const undoableDish = placing.undoable?.dish
  const undo = useMemo(
    () => (undoableDish ? { name: nameOfDish(board, undoableDish), run: handlers.undo } : null),
    [board, undoableDish, handlers],
  )
  const finished = useMemo(() => listShownFinished(shown), [shown])
  const isBarShown = pickedUp !== null || notice !== null
  return (
    <>
      <BoardHead board={board} unsaved={unsavedLayout} canMove={canMove} undo={undo} />
      {/* The tools have the same height in every phase, so that no dish moves when someone else starts the dinner. */}
      <div className={styles['tools']} data-under-bar={isBarShown || undefined}>
        {phase === 'not-started' && canMove && <SlotCounts session={session} onUnsaved={setUnsavedLayout} />}
        {phase === 'not-started' && !canMove && <p>View only: TD and admins can move the dishes.</p>}
        {phase === 'in-progress' && <StandsLongest items={items} session={session} />}
      </div>
      {phase === 'completed' && <LeftoverItems items={board.leftovers} session={session} />}
      <PickedUpBar
        pickedUp={pickedUp === null ? null : { ...findDish(board, pickedUp), name: nameOfDish(board, pickedUp) }}
        notice={notice && describeNotice(board, shown, notice)}
        rejected={placing.rejectedCommandOf(notice?.dish ?? pickedUp)}
        onLetGo={handlers.letGo}
        onDismiss={handlers.dismiss}
        onResolve={handlers.resolveRejected}
      />
      <BoardViewContext value={view}>
        {/* Dragging a dish lets go of a dish that was picked up by a tap. */}
        <DragArea
          onLift={placing.letGo}
          onDrop={(dish, to) => {
            lastDropped.current = dish
            void placing.place(dish, to)
          }}
        >
          <Zones items={items} marks={dishMarks} lastDropped={lastDropped} onKeyDown={handleKey} />
        </DragArea>
      </BoardViewContext>
      <FinishedItems
        items={finished}
        session={session}
        onPutBack={canMoveNow && phase === 'in-progress' ? handlers.putBack : undefined}
      />
    </>
  )
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
