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
import { knownBoard, type LoadedBoard, phaseOf, readAgain, takeItem, toBoardState } from './board-query.ts'
import { type BoardActions, BoardViewContext, listShownFinished, listShownItems } from './dishes/dish-card.tsx'
import { FinishedItems, LeftoverItems } from './dishes/item-list.tsx'
import { StandsLongest } from './dishes/stands-longest.tsx'
import {
  changeFromCommand,
  collectStatuses,
  dishRequest,
  type ErrorCode,
  isDishCommand,
} from './moves/dish-commands.tsx'
import { DragArea } from './moves/drag-area.tsx'
import { type Decision, describeNotice, findDish, HeldDishBar, nameOfDish } from './moves/held-dish-bar.tsx'
import { loadHistory, saveHistory } from './moves/history.ts'
import { focusDish, walkBoard } from './moves/keyboard.ts'
import { type Attempt, type DishChange, placingMachine, shownState, undoable } from './moves/move-dish.machine.ts'
import { serverNow } from './server-clock.ts'
import { useMovedByOthers } from './zones/moved-by-others.ts'
import { showZone } from './zones/zone-head.tsx'
import { Zones } from './zones/zones.tsx'

/** The live board: zones, session controls, and the lists of finished and leftover dishes. Helpers only look. */
export function Board({ board }: { readonly board: LoadedBoard }) {
  const { session } = board
  const phase = phaseOf(session)
  const canMove = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  const placing = usePlacing(board)
  const { shown, held, notice, statuses } = placing
  const items = useMemo(() => listShownItems(shown), [shown])
  const movers = useMovedByOthers(board.items, placing.ownPlaces)
  /** The dish that was dropped last, which Zones draws on its place without a glide. */
  const lastDropped = useRef<string | null>(null)
  const [unsaved, setUnsaved] = useState<LayoutDraft | null>(null)
  const { letGo, dismiss, resolveRejected, ...cardActions } = buildHandlers(placing)
  // Memoized parts get these: were they new in each rendering, every dish would render again.
  const steadyActions = useSteadyActions(cardActions)
  const mayMove = canMove && phase !== 'completed'
  const view = useMemo(() => ({ session, actions: mayMove ? steadyActions : null }), [session, mayMove, steadyActions])
  const dishMarks = useMemo(() => ({ held, movers, statuses }), [held, movers, statuses])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && held !== null) letGo()
    else walkBoard(event)
  }
  const undoableDish = placing.undoable?.dish
  const undo = useMemo(
    () => (undoableDish ? { name: nameOfDish(board, undoableDish), run: steadyActions.undo } : null),
    [board, undoableDish, steadyActions],
  )
  const finished = useMemo(() => listShownFinished(shown), [shown])
  return (
    <>
      <BoardHead board={board} unsaved={unsaved} canMove={canMove} undo={undo} />
      {/* The height is the same in every phase, so that no dish moves when someone else starts the dinner. */}
      <div className={styles['tools']} data-behind={held !== null || notice !== null || undefined}>
        {phase === 'not-started' && canMove && <SlotCounts session={session} onUnsaved={setUnsaved} />}
        {phase === 'not-started' && !canMove && <p>View only: TD and admins can move the dishes.</p>}
        {phase === 'in-progress' && <StandsLongest items={items} session={session} />}
      </div>
      {phase === 'completed' && <LeftoverItems items={board.leftovers} session={session} />}
      <HeldDishBar
        held={held === null ? null : { name: nameOfDish(board, held), allergens: findDish(board, held)?.allergens }}
        notice={notice && describeNotice(board, shown, notice)}
        rejected={placing.rejectedCommandOf(notice?.dish ?? held)}
        onLetGo={letGo}
        onDismiss={dismiss}
        onResolve={resolveRejected}
      />
      <BoardViewContext value={view}>
        {/* Lifting a dish by dragging lets go of the one that was picked up by a tap. */}
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
        onPutBack={mayMove && phase === 'in-progress' ? steadyActions.putBack : undefined}
      />
    </>
  )
}

/** Builds the handlers of the board's taps, which then move the focus to the dish. */
function buildHandlers(placing: Placing) {
  const { held, notice, undoable } = placing
  const placeHeld = (held: string, to: DishPlace) => void focusDish(held, { after: placing.place(held, to) })
  const boardActions: BoardActions = {
    tapDish: (dish, at) => {
      // A tap on a dish in Holding picks it up; anywhere else it names the place for the held one.
      if (held !== null && held !== dish && at.zone !== 'holding') placeHeld(held, at)
      else placing.pick(dish)
    },
    tapPlace: (place) => {
      if (held !== null) placeHeld(held, place)
    },
    done: placing.done,
  }
  return {
    ...boardActions,
    putBack: (dish: string, to: DishPlace) => {
      showZone(to.zone)
      void focusDish(dish, { after: placing.putBack(dish, to) })
    },
    letGo: () => {
      placing.letGo()
      if (held !== null) void focusDish(held)
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

/** Returns the same functions for as long as the board is there; each calls the one of the latest rendering. */
function useSteadyActions<Actions extends object>(actions: Actions): Actions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const names = Object.keys(actions) as (keyof Actions)[]
  const [steady] = useState(() => {
    const callLatest =
      (name: keyof Actions) =>
      (...values: unknown[]) =>
        (latest.current[name] as (...values: unknown[]) => unknown)(...values)
    return Object.fromEntries(names.map((name) => [name, callLatest(name)])) as Actions
  })
  return steady
}

/** The placing machine with its effects: it queues changes, and learns of the board, the queue and the answers. */
function usePlacing(board: LoadedBoard) {
  const latestBoard = useRef(board)
  latestBoard.current = board
  const { machine, whenQueued } = useQueuedChanges(latestBoard)
  const [input] = useState(() => ({ board: toBoardState(board), history: loadHistory(board.dinner) }))
  const [{ context }, send] = useMachine(machine, { input })
  const { history } = context
  useEffect(() => saveHistory(board.dinner, history), [board.dinner, history])
  const commands = useQueuedCommands()
  /** The places where this page has put dishes, which separate its own moves from those of others. */
  const ownPlaces = useRef(new Map<string, DishPlace>())
  useLayoutEffect(() => send({ type: 'board.changed', board: toBoardState(board) }), [board, send])
  useLayoutEffect(() => {
    const pending = commands.filter((command) => isDishCommand(command) && command.status !== 'rejected')
    send({ type: 'queue.changed', changes: pending.flatMap((command) => changeFromCommand(command) ?? []) })
  }, [commands, send])
  useEffect(
    () =>
      onOutcome(async (command, outcome) => {
        const change = isDishCommand(command) ? changeFromCommand(command) : null
        if (!change) return
        if (outcome.kind === 'done') {
          // The cache has the server's board; the machine has a copy of it, and this page's own changes in a queue. The
          // order matters:
          // 1. The cache takes the dish of the answer. Without it, the dish would jump back for a moment after step 2.
          // 2. The machine moves the change from its queue to its board.
          // 3. The machine takes the cache's board, which may have later changes of others that step 2 covered.
          await takeItem((outcome.answer as { item: BoardItem }).item, command.key)
          send({ type: 'change.answered', change, outcome: { kind: 'done' } })
          send({ type: 'board.changed', board: toBoardState(knownBoard() ?? latestBoard.current) })
        } else if (outcome.kind === 'rejected') {
          void readAgain()
          const { code, message: sentence } = outcome.rejection
          const wasMovedMeanwhile = code === ('DISH_MOVED_MEANWHILE' satisfies ErrorCode)
          send({ type: 'change.answered', change, outcome: { kind: 'rejected', sentence, wasMovedMeanwhile } })
        }
      }),
    [send],
  )
  /** Resolves when the move is stored in the queue, or the dish is not moved. */
  const move = (type: 'place' | 'put back', dish: string, to: DishPlace): Promise<void> => {
    const attempt = newAttempt()
    ownPlaces.current.set(dish, to)
    send({ type, dish, to, attempt })
    return whenQueued(attempt)
  }
  const statuses = useMemo(() => collectStatuses(commands), [commands])

  // The machine has changes of this page before the cache does.
  const { board: machineBoard, queue } = context
  const shown = useMemo(() => shownState({ board: machineBoard, queue }), [machineBoard, queue])
  return {
    shown,
    held: context.held,
    notice: context.notice,
    /** The step of the last command about a dish, by its id. */
    statuses,
    /** The last command of this device on the dish that was rejected and is not decided on. */
    rejectedCommandOf: (dish: string | null) =>
      commands.findLast(
        (command) => isDishCommand(command) && command.status === 'rejected' && command.params['id'] === dish,
      ) ?? null,
    ownPlaces,
    undoable: undoable(context),
    pick: (dish: string) => send({ type: 'pick', dish }),
    letGo: () => send({ type: 'let go' }),
    place: (dish: string, to: DishPlace) => move('place', dish, to),
    done: (dish: string) => send({ type: 'done', dish, attempt: newAttempt() }),
    putBack: (dish: string, to: DishPlace) => move('put back', dish, to),
    undo: (): Promise<void> => {
      const last = undoable(context)
      const attempt = newAttempt()
      if (last) ownPlaces.current.set(last.dish, last.from)
      send({ type: 'undo', attempt })
      return whenQueued(attempt)
    },
    dismiss: () => send({ type: 'dismiss' }),
  }
}
type Placing = ReturnType<typeof usePlacing>

/** The placing machine, whose changes go to the offline queue. `whenQueued` resolves when the queue has stored one. */
function useQueuedChanges(latestBoard: RefObject<LoadedBoard>) {
  /** By the key of a change: the promise that resolves once the offline queue has stored it. */
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
  // `send` runs the machine's action `queueChange` before it returns, so the promise of the change is already in the
  // map. If the machine ignored the event, there is no promise, and nothing to wait for.
  const whenQueued = async ({ key }: Attempt): Promise<void> => {
    await storing.current.get(key)
    storing.current.delete(key)
  }
  return { machine, whenQueued }
}

const newAttempt = (): Attempt => ({ key: newKey(), at: new Date(serverNow()).toISOString() })

/** Stores the command of a change in the offline queue. */
async function storeInQueue(change: DishChange, { items, finished }: LoadedBoard): Promise<void> {
  const name = [...items, ...finished].find(({ id }) => id === change.dish)?.slot_name ?? 'a dish'
  if ((await queueCommand(dishRequest(change, name), change.attempt.key)) === null)
    toast.error('Please log in again: nothing was moved.')
}
