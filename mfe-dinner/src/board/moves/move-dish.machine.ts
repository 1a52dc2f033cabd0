import {
  applyCommand,
  type BoardState,
  type DishCommand,
  findBoardError,
  findPlace,
} from '@ultimate/events/dinner/board.ts'
import { initialState, phaseOf } from '@ultimate/events/dinner/session.ts'
import { type DishPlace, isSamePlace } from '@ultimate/events/dinner/signup.ts'
import { assign, raise, setup } from 'xstate'
import type { BoardDishWithItem } from '../board-query.ts'
import { addToHistory, buildUndo, hasDone, isUndoable, type PastChange, removeFromHistory } from './history.ts'

/** One press of a user. */
export interface MoveAttempt {
  /** The idempotency key of the request. */
  readonly key: string
  /** The time of the press; ISO. */
  readonly at: string
}

/** A command of this page about one dish. */
export type DishChange =
  | (ChangeOfDish & Undoing & { readonly kind: 'move'; readonly from: DishPlace; readonly to: DishPlace })
  | (ChangeOfDish & { readonly kind: 'done'; readonly from: DishPlace })
  | (ChangeOfDish & Undoing & { readonly kind: 'put back'; readonly to: DishPlace })
interface ChangeOfDish {
  readonly dish: string
  readonly attempt: MoveAttempt
}
interface Undoing {
  /** True if the change takes back one of the history. If the server rejects it, that one returns to the history. */
  readonly isUndo: boolean
}

export type DishBoard = BoardState<BoardDishWithItem>

/** Returns the board after these changes, by the rules of the server. */
export const withChanges = (board: DishBoard, changes: readonly DishChange[]): DishBoard =>
  changes.reduce((before, change) => applyCommand(before, change, new Date(change.attempt.at)), board)

/** The server's rejection of a change. */
export interface Rejection {
  readonly sentence: string
  /** True if the reason is that another user has moved the dish. */
  readonly wasMovedMeanwhile: boolean
}

/** Explains why a dish is not where the user put it, or no longer picked up. `sentence` is the reason of the rules. */
export type Notice =
  /** The dish is still where it was. */
  | { readonly kind: 'stays'; readonly dish: string; readonly sentence: string }
  /** Another user moved the dish before this device could. */
  | { readonly kind: 'elsewhere'; readonly dish: string; readonly sentence: string }
  /** Another user moved or finished the dish that this user had picked up. */
  | { readonly kind: 'taken'; readonly dish: string }

export type PlacingEvent =
  | { readonly type: 'board.changed'; readonly board: DishBoard }
  | { readonly type: 'pick'; readonly dish: string }
  | { readonly type: 'let go' }
  | { readonly type: 'place'; readonly dish: string; readonly to: DishPlace; readonly attempt: MoveAttempt }
  | { readonly type: 'done'; readonly dish: string; readonly attempt: MoveAttempt }
  | { readonly type: 'put back'; readonly dish: string; readonly to: DishPlace; readonly attempt: MoveAttempt }
  | { readonly type: 'undo'; readonly attempt: MoveAttempt }
  | { readonly type: 'dismiss' }
  /** All queued changes of this device, oldest first. */
  | { readonly type: 'queue.changed'; readonly changes: readonly DishChange[] }
  /** The server's answer to a queued change. */
  | { readonly type: 'change.accepted'; readonly change: DishChange }
  | { readonly type: 'change.rejected'; readonly change: DishChange; readonly rejection: Rejection }
  /** Raised by the machine itself. */
  | { readonly type: 'notice'; readonly notice: Notice }

interface Context {
  readonly board: DishBoard
  /** The dish that is picked up. */
  readonly pickedUp: string | null
  /** Changes that the queue has not stored yet. They are not shown, because a closed tab would lose them. */
  readonly unqueued: readonly DishChange[]
  /** Changes that the queue has stored, and the server has not answered. They are shown. */
  readonly queue: readonly DishChange[]
  /** The changes that Undo may take back, the latest last, including those that the server has not answered yet. */
  readonly history: readonly PastChange[]
  readonly notice: Notice | null
}

/** Returns the board as it is shown: the server's state, with the queued changes on top. */
export const shownState = ({ board, queue }: Pick<Context, 'board' | 'queue'>): DishBoard => withChanges(board, queue)

/** Returns the board with all changes of this page, also those not shown yet. The next change builds on it. */
const comingState = (context: Pick<Context, 'board' | 'queue' | 'unqueued'>): DishBoard =>
  withChanges(shownState(context), context.unqueued)

/**
 * Returns the change that Undo takes back now: the latest change whose dish still stands where this page left it. Null
 * while the server has not answered a move or a Done, because the user would mean that change. An undo that is not
 * answered does not count, so that several changes can be undone in a row.
 */
export function findUndoable(context: Pick<Context, 'board' | 'queue' | 'unqueued' | 'history'>): PastChange | null {
  const isUnanswered = [...context.queue, ...context.unqueued].some(
    (change) => change.kind === 'done' || (change.kind === 'move' && !change.isUndo),
  )
  if (isUnanswered) return null
  const coming = comingState(context)
  return context.history.findLast((past) => isUndoable(coming, past)) ?? null
}

/** Returns the change that an event asks for; null where it asks for none, or for one that changes nothing. */
function findChange(context: Context, event: PlacingEvent): DishChange | null {
  if (event.type === 'undo') {
    const past = findUndoable(context)
    return past && buildUndo(past, event.attempt)
  }
  if (event.type === 'put back') {
    const { dish, to, attempt } = event
    const coming = comingState(context)
    const isDone = coming.dishes.some(({ id }) => id === dish) && findPlace(coming, dish) === null
    return isDone ? { kind: 'put back', dish, to, isUndo: hasDone(context.history, dish), attempt } : null
  }
  if (event.type !== 'place' && event.type !== 'done') return null
  const { dish, attempt } = event
  const from = findPlace(comingState(context), dish)
  if (from === null) return null
  if (event.type === 'done') return { kind: 'done', dish, from, attempt }
  return isSamePlace(from, event.to) ? null : { kind: 'move', dish, from, to: event.to, isUndo: false, attempt }
}

/** Returns the notice that the rules reject the change that an event asks for; null where they allow the change. */
function findRuleNotice(context: Context, event: PlacingEvent): Notice | null {
  if (event.type !== 'place' && event.type !== 'done' && event.type !== 'put back') return null
  const { type, dish } = event
  const command: DishCommand = type === 'place' ? { kind: 'move', dish, to: event.to } : { kind: type, dish }
  const error = findBoardError(comingState(context), command)
  return error && { kind: 'stays', dish, sentence: error.message }
}

const isAllowed = (context: Context, event: PlacingEvent): boolean =>
  findRuleNotice(context, event) === null && findChange(context, event) !== null

/** True if on this new board another user has moved or finished the picked-up dish, or the dinner is finished. */
function losesPickedUp(context: Context, board: DishBoard): boolean {
  const { pickedUp, queue } = context
  if (pickedUp === null) return false
  const before = findPlace(shownState(context), pickedUp)
  const now = findPlace(withChanges(board, queue), pickedUp)
  return phaseOf(board.session) === 'completed' || before === null || now === null || !isSamePlace(before, now)
}

/**
 * Returns true if a dish can be picked up. False until the server has accepted that a done dish was put back, because
 * after a rejection a picked-up dish would be done again.
 */
const canPick = (context: Context, dish: string): boolean =>
  phaseOf(context.board.session) !== 'completed' &&
  findPlace(shownState(context), dish) !== null &&
  !context.queue.some((change) => change.kind === 'put back' && change.dish === dish)

const describeRejection = ({ dish }: DishChange, { sentence, wasMovedMeanwhile }: Rejection): Notice => ({
  kind: wasMovedMeanwhile ? 'elsewhere' : 'stays',
  dish,
  sentence,
})

const withoutChange = (changes: readonly DishChange[], { attempt: { key } }: DishChange): readonly DishChange[] =>
  changes.filter(({ attempt }) => attempt.key !== key)

/** Returns the changes that still wait, once the server has answered one. */
const withoutAnswered = ({ queue, unqueued }: Context, change: DishChange) => ({
  queue: withoutChange(queue, change),
  unqueued: withoutChange(unqueued, change),
})

/** Returns the context with the server's new board. A reset empties the history, because it begins another dinner. */
function replaceBoard({ board: before, history }: Context, board: DishBoard): Partial<Context> {
  const isReset = phaseOf(before.session) === 'completed' && phaseOf(board.session) === 'not-started'
  return { board, history: isReset ? [] : history }
}

const definition = setup({
  types: {
    context: {} as Context,
    events: {} as PlacingEvent,
    input: {} as { readonly board?: DishBoard; readonly history?: readonly PastChange[] } | undefined,
  },
  /** Queues the change; the screen provides it. */
  actions: { queueChange: (_, _params: { change: DishChange | null }) => undefined },
  guards: {
    canPick: ({ context, event }) => event.type === 'pick' && canPick(context, event.dish),
    isPickedUp: ({ context, event }) => event.type === 'pick' && event.dish === context.pickedUp,
    isAllowed: ({ context, event }) => isAllowed(context, event),
    isAgainstRules: ({ context, event }) => findRuleNotice(context, event) !== null,
    losesPickedUp: ({ context, event }) => event.type === 'board.changed' && losesPickedUp(context, event.board),
  },
  delays: { noticeShown: 6000 },
})

const putDown = definition.assign({ pickedUp: null })
const pickUp = definition.assign({
  pickedUp: ({ context, event }) => (event.type === 'pick' ? event.dish : context.pickedUp),
})
const remember = definition.assign({
  unqueued: ({ context, event }) => {
    const change = findChange(context, event)
    return change ? [...context.unqueued, change] : context.unqueued
  },
  // The history changes at once, because the answer may come when this page is closed.
  history: ({ context, event }) => {
    const change = findChange(context, event)
    return change ? addToHistory(context.history, change) : context.history
  },
})
// Queued before it is remembered: `findChange` builds on remembered changes, so it would find nothing left to change.
const queueAndRemember = [
  {
    type: 'queueChange',
    params: ({ context, event }: { context: Context; event: PlacingEvent }) => ({ change: findChange(context, event) }),
  },
  remember,
] as const
const changeIfAllowed = { guard: 'isAllowed', actions: [...queueAndRemember] } as const
const showRejection = definition.assign({
  notice: ({ context, event }) => findRuleNotice(context, event) ?? context.notice,
})

/** Picking up, placing, finishing and undoing on the board. Effects are provided by the screen; the server decides. */
export const placingMachine = definition.createMachine({
  id: 'placing',
  type: 'parallel',
  context: ({ input }) => ({
    board: input?.board ?? { session: initialState(), dishes: [] },
    pickedUp: null,
    unqueued: [],
    queue: [],
    notice: null,
    history: input?.history ?? [],
  }),
  on: {
    'board.changed': { actions: assign(({ context, event }) => replaceBoard(context, event.board)) },
    'queue.changed': {
      actions: assign({
        queue: ({ event }) => event.changes,
        unqueued: ({ context, event }) => event.changes.reduce(withoutChange, context.unqueued),
      }),
    },
    'change.accepted': {
      actions: assign(({ context, event: { change } }) => ({
        ...withoutAnswered(context, change),
        board: withChanges(context.board, [change]),
      })),
    },
    'change.rejected': {
      actions: [
        raise(({ event: { change, rejection } }) => ({
          type: 'notice' as const,
          notice: describeRejection(change, rejection),
        })),
        assign(({ context, event: { change } }) => ({
          ...withoutAnswered(context, change),
          history: removeFromHistory(context.history, change),
        })),
      ],
    },
  },
  states: {
    pick: {
      initial: 'none',
      states: {
        none: { on: { pick: { guard: 'canPick', target: 'picked', actions: pickUp } } },
        picked: {
          on: {
            pick: [
              { guard: 'isPickedUp', target: 'none', actions: putDown },
              { guard: 'canPick', actions: pickUp },
            ],
            'let go': { target: 'none', actions: putDown },
            // A dish that cannot be put on the place stays picked up.
            place: [{ guard: 'isAgainstRules' }, { target: 'none', actions: putDown }],
            done: { guard: 'isAllowed', target: 'none', actions: putDown },
            undo: { target: 'none', actions: putDown },
            // Replaces the board too, because this transition runs instead of the one of the whole machine.
            'board.changed': {
              guard: 'losesPickedUp',
              target: 'none',
              actions: [
                raise(({ context }) => ({
                  type: 'notice' as const,
                  // In this state a dish is picked up, which the type of the context does not show.
                  notice: { kind: 'taken' as const, dish: context.pickedUp ?? '' },
                })),
                assign(({ context, event }) => ({ ...replaceBoard(context, event.board), pickedUp: null })),
              ],
            },
          },
        },
      },
    },
    change: {
      on: { place: changeIfAllowed, done: changeIfAllowed, 'put back': changeIfAllowed, undo: changeIfAllowed },
    },
    notice: {
      initial: 'silent',
      on: {
        notice: { target: '.shown', actions: assign({ notice: ({ event }) => event.notice }) },
        place: { guard: 'isAgainstRules', target: '.shown', actions: showRejection },
        done: { guard: 'isAgainstRules', target: '.shown', actions: showRejection },
        'put back': { guard: 'isAgainstRules', target: '.shown', actions: showRejection },
      },
      states: {
        silent: { entry: assign({ notice: null }) },
        shown: { after: { noticeShown: 'silent' }, on: { dismiss: 'silent' } },
      },
    },
  },
})
