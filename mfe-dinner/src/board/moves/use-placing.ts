import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { dishPlace } from '@ultimate/events/dinner/board/dish-schema.ts'
import type { DishPlace } from '@ultimate/events/dinner/place.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { onOutcome, queueCommand, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { storedValue, tabStorage } from '@ultimate/kit/state/storage.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { knownBoard, type LoadedBoard, readAgain, takeItem, toBoardState } from '../board-query.ts'
import { serverNow } from '../server-clock.ts'
import {
  type Attempt,
  changeFromCommand,
  collectStatuses,
  type DishChange,
  dishRequest,
  type ErrorCode,
  isDishCommand,
} from './dish-commands.ts'
import { placingMachine, shownState, undoable } from './move-dish.machine.ts'
import type { LastChange } from './undo-history.ts'

const newAttempt = (): Attempt => ({ key: newKey(), at: new Date(serverNow()).toISOString() })

/** Queues the command of a change. */
async function queueChange(change: DishChange, nameOf: (dish: string) => string): Promise<void> {
  if ((await queueCommand(dishRequest(change, nameOf(change.dish)), change.attempt.key)) === null)
    toast.error('Please log in again: nothing was moved.')
}

/** The placing machine with its effects, as the board needs it. */
export function usePlacing(board: LoadedBoard) {
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
    /** Resolves when the dish is shown there, or is not moved. */
    place: (dish: string, to: DishPlace): Promise<void> => {
      const attempt = newAttempt()
      mine.current.set(dish, to)
      send({ type: 'place', dish, to, attempt })
      return whenShown(attempt)
    },
    done: (dish: string) => send({ type: 'done', dish, attempt: newAttempt() }),
    putBack: (dish: string, to: DishPlace): Promise<void> => {
      const attempt = newAttempt()
      mine.current.set(dish, to)
      send({ type: 'put back', dish, to, attempt })
      return whenShown(attempt)
    },
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
export type Placing = ReturnType<typeof usePlacing>

const steps = z.strictObject({
  /** The dinner and the user that it belongs to: others who sign in here have moved nothing yet. */
  dinner: z.int(),
  user: z.string().nullable(),
  history: z.array(z.strictObject({ dish: z.string(), from: dishPlace, to: dishPlace.nullable() })),
})

const asSteps = (found: unknown): z.output<typeof steps> | null => steps.safeParse(found).data ?? null

const storedSteps = storedValue('boardHistory', asSteps, () => tabStorage)

const userNow = (): string | null => useSessionStore.getState().user?.id ?? null

/** Returns the user's changes on the board of this dinner in this tab, including those before a reload. */
function loadHistory(dinner: number): readonly LastChange[] {
  const found = storedSteps.load()
  return found?.dinner === dinner && found.user === userNow() ? found.history : []
}

const saveHistory = (dinner: number, history: readonly LastChange[]): void =>
  storedSteps.save({ dinner, user: userNow(), history: [...history] })
