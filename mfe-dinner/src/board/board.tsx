import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand, onOutcome, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LayoutDraft } from '../slots/change-layout.machine.ts'
import { SlotCounts } from '../slots/slot-counts.tsx'
import { BoardHead } from './board-head.tsx'
import styles from './board-page.module.css'
import { knownBoard, type LoadedBoard, phaseOf, readAgain, takeItem, toBoardState } from './board-query.ts'
import { type BoardActions, BoardViewProvider, shownFinished, shownItems } from './dishes/dish-card.tsx'
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
import { findDish, HeldDishBar, nameOfDish, noticeText } from './moves/held-dish-bar.tsx'
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
  const items = useMemo(() => shownItems(shown), [shown])
  const news = useMovedByOthers(board.items, placing.mine)
  const dropped = useRef<string | null>(null)
  const [unsaved, setUnsaved] = useState<LayoutDraft | null>(null)
  const { letGo, dismiss, decide, ...actions } = buildHandlers(placing)
  const steady = useSteadyActions(actions)
  const mayMove = canMove && phase !== 'completed'
  const view = useMemo(() => ({ session, actions: mayMove ? steady : null }), [session, mayMove, steady])
  const marks = useMemo(() => ({ held, news, statuses }), [held, news, statuses])
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && held !== null) letGo()
    else walkBoard(event)
  }
  const last = placing.undoable?.dish
  const undo = useMemo(() => (last ? { name: nameOfDish(board, last), run: steady.undo } : null), [board, last, steady])
  const finished = useMemo(() => shownFinished(shown), [shown])
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
        notice={notice && noticeText(board, shown, notice)}
        rejected={placing.rejectedOn(notice?.dish ?? held)}
        onLetGo={letGo}
        onDismiss={dismiss}
        onDecide={decide}
      />
      <BoardViewProvider value={view}>
        <DragArea
          onLift={placing.letGo}
          onDrop={(dish, to) => {
            dropped.current = dish
            void placing.place(dish, to)
          }}
        >
          <Zones items={items} marks={marks} dropped={dropped} onKeyDown={keys} />
        </DragArea>
      </BoardViewProvider>
      <FinishedItems
        items={finished}
        session={session}
        onPutBack={mayMove && phase === 'in-progress' ? steady.putBack : undefined}
      />
    </>
  )
}

/** Builds the handlers of the board's taps, which then move the focus to the dish. */
function buildHandlers(placing: Placing) {
  const { held, notice, undoable } = placing
  const put = (dish: string, to: DishPlace) => void focusDish(dish, placing.place(dish, to))
  const actions: BoardActions = {
    tapDish: (dish, at) =>
      held !== null && held !== dish && at.zone !== 'holding' ? put(held, at) : placing.pick(dish),
    tapPlace: (place) => {
      if (held !== null) put(held, place)
    },
    done: placing.done,
  }
  return {
    ...actions,
    putBack: (dish: string, to: DishPlace) => {
      showZone(to.zone)
      void focusDish(dish, placing.putBack(dish, to))
    },
    letGo: () => {
      placing.letGo()
      if (held !== null) void focusDish(held)
    },
    dismiss: () => {
      placing.dismiss()
      if (notice) void focusDish(notice.dish)
    },
    decide: (command: QueuedCommand, decision: Parameters<typeof decideCommand>[1]) => {
      const dish = command.params['id'] ?? ''
      placing.letGo()
      placing.dismiss()
      void focusDish(dish, decideCommand(command, decision))
    },
    undo: () => {
      if (undoable === null) return
      showZone(undoable.from.zone)
      void focusDish(undoable.dish, placing.undo())
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
    const later =
      (name: keyof Actions) =>
      (...given: unknown[]) =>
        (latest.current[name] as (...given: unknown[]) => unknown)(...given)
    return Object.fromEntries(names.map((name) => [name, later(name)])) as Actions
  })
  return steady
}

/** The placing machine with its effects, as the board needs it. */
function usePlacing(board: LoadedBoard) {
  const latest = useRef(board)
  latest.current = board
  const nameOf = useRef((_dish: string): string => '')
  nameOf.current = (dish) => [...board.items, ...board.finished].find(({ id }) => id === dish)?.slot_name ?? 'a dish'
  /** Promises by the key of a change; each resolves when the change is stored, and so shown. */
  const stored = useRef(new Map<string, Promise<void>>())
  const [machine] = useState(() =>
    placingMachine.provide({
      actions: {
        keep: (_, { change }) => {
          if (change) stored.current.set(change.attempt.key, queueChange(change, nameOf.current))
        },
      },
    }),
  )
  const whenShown = async ({ key }: Attempt): Promise<void> => {
    await stored.current.get(key)
    stored.current.delete(key)
  }
  const [input] = useState(() => ({ history: loadHistory(board.dinner) }))
  const [{ context }, send] = useMachine(machine, { input })
  const { history } = context
  useEffect(() => saveHistory(board.dinner, history), [board.dinner, history])
  const [isUpdated, setUpdated] = useState(false)
  const commands = useQueuedCommands()
  /** The places where this page has put dishes, which separate its own moves from those of others. */
  const mine = useRef(new Map<string, DishPlace>())
  useLayoutEffect(() => {
    send({ type: 'update', board: toBoardState(board) })
    setUpdated(true)
  }, [board, send])
  useLayoutEffect(() => {
    const waiting = commands.filter((command) => isDishCommand(command) && command.status !== 'rejected')
    send({ type: 'stored', changes: waiting.flatMap((command) => changeFromCommand(command) ?? []) })
  }, [commands, send])
  useEffect(
    () =>
      onOutcome(async (command, outcome) => {
        const change = isDishCommand(command) ? changeFromCommand(command) : null
        if (!change) return
        if (outcome.kind === 'done') {
          await takeItem((outcome.answer as { item: BoardItem }).item, command.key)
          send({ type: 'settled', change, outcome: { kind: 'done' } })
          // Later changes of others may be known already, and go on top of it.
          send({ type: 'update', board: toBoardState(knownBoard() ?? latest.current) })
        } else if (outcome.kind === 'rejected') {
          void readAgain()
          const { code, message: sentence } = outcome.rejection
          const isElsewhere = code === ('DISH_MOVED_MEANWHILE' satisfies ErrorCode)
          send({ type: 'settled', change, outcome: { kind: 'rejected', sentence, isElsewhere } })
        }
      }),
    [send],
  )
  /** Resolves when the dish is shown there, or is not moved. */
  const put =
    (type: 'place' | 'put back') =>
    (dish: string, to: DishPlace): Promise<void> => {
      const attempt = newAttempt()
      mine.current.set(dish, to)
      send({ type, dish, to, attempt })
      return whenShown(attempt)
    }
  const statuses = useMemo(() => collectStatuses(commands), [commands])

  // The machine has its own changes before the cache does, but has no board before its first update.
  const { board: known, queue } = context
  const shown = useMemo(
    () => (isUpdated ? shownState({ board: known, queue }) : toBoardState(board)),
    [isUpdated, known, queue, board],
  )
  return {
    shown,
    held: context.held,
    notice: context.notice,
    /** The step of the last command about a dish, by its id. */
    statuses,
    /** The last command of this device on the dish that was rejected and is not decided on. */
    rejectedOn: (dish: string | null) =>
      commands.findLast(
        (command) => isDishCommand(command) && command.status === 'rejected' && command.params['id'] === dish,
      ) ?? null,
    mine,
    undoable: undoable(context),
    pick: (dish: string) => send({ type: 'pick', dish }),
    letGo: () => send({ type: 'let go' }),
    place: put('place'),
    done: (dish: string) => send({ type: 'done', dish, attempt: newAttempt() }),
    putBack: put('put back'),
    undo: (): Promise<void> => {
      const last = undoable(context)
      const attempt = newAttempt()
      if (last) mine.current.set(last.dish, last.from)
      send({ type: 'undo', attempt })
      return whenShown(attempt)
    },
    dismiss: () => send({ type: 'dismiss' }),
  }
}
type Placing = ReturnType<typeof usePlacing>

const newAttempt = (): Attempt => ({ key: newKey(), at: new Date(serverNow()).toISOString() })

/** Queues the command of a change. */
async function queueChange(change: DishChange, nameOf: (dish: string) => string): Promise<void> {
  if ((await queueCommand(dishRequest(change, nameOf(change.dish)), change.attempt.key)) === null)
    toast.error('Please log in again: nothing was moved.')
}
