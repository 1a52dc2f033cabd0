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
export interface Attempt {
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
  readonly attempt: Attempt
}
interface Undoing {
  /** True if the change takes back one of the history. If the server rejects it, that one returns to the history. */
  readonly isUndo: boolean
}

export type DishBoard = BoardState<BoardDishWithItem>

/** Returns the board after these changes, by the rules of the server. */
export const withChanges = (board: DishBoard, changes: readonly DishChange[]): DishBoard =>
  changes.reduce((before, change) => applyCommand(before, change, new Date(change.attempt.at)), board)

/** The server's answer to a change. A change that waits for a connection has none. */
export type Outcome =
  | { readonly kind: 'done' }
  /** The notice shows `sentence`. `wasMovedMeanwhile`: rejected because another user has moved the dish. */
  | { readonly kind: 'rejected'; readonly sentence: string; readonly wasMovedMeanwhile?: boolean }

/**
 * `stays`: the dish is still where it was. `elsewhere`: another user moved the dish before this device could. `taken`:
 * another user moved or finished the dish that this page held. `sentence` is the reason; empty for `taken`.
 */
export interface Notice {
  readonly kind: 'stays' | 'elsewhere' | 'taken'
  readonly dish: string
  readonly sentence: string
}

export type PlacingEvent =
  | { readonly type: 'board.changed'; readonly board: DishBoard }
  | { readonly type: 'pick'; readonly dish: string }
  | { readonly type: 'let go' }
  | { readonly type: 'place'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }
  | { readonly type: 'done'; readonly dish: string; readonly attempt: Attempt }
  | { readonly type: 'put back'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }
  | { readonly type: 'undo'; readonly attempt: Attempt }
  | { readonly type: 'dismiss' }
  /** All queued changes of this device, oldest first. */
  | { readonly type: 'queue.changed'; readonly changes: readonly DishChange[] }
  /** The server has answered a change. */
  | { readonly type: 'change.answered'; readonly change: DishChange; readonly outcome: Outcome }
  /** Raised by the machine itself. */
  | { readonly type: 'notice'; readonly notice: Notice }

interface Context {
  readonly board: DishBoard
  /** The dish that is picked up. */
  readonly held: string | null
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

/** True if on this new board another user has moved or finished the held dish, or the dinner is finished. */
function losesHeld(context: Context, board: DishBoard): boolean {
  const { held, queue } = context
  if (held === null) return false
  const before = findPlace(shownState(context), held)
  const now = findPlace(withChanges(board, queue), held)
  return phaseOf(board.session) === 'completed' || before === null || now === null || !isSamePlace(before, now)
}

/**
 * Returns true if a dish can be picked up. False until the server has accepted that a done dish was put back, because
 * after a rejection a held dish would be done again.
 */
const canPick = (context: Context, dish: string): boolean =>
  phaseOf(context.board.session) !== 'completed' &&
  findPlace(shownState(context), dish) !== null &&
  !context.queue.some((change) => change.kind === 'put back' && change.dish === dish)

function describeRejection({ dish }: DishChange, outcome: Outcome): Notice {
  // Never shown: notices are raised only for rejections.
  if (outcome.kind === 'done') return { kind: 'stays', dish, sentence: '' }
  return { kind: outcome.wasMovedMeanwhile ? 'elsewhere' : 'stays', dish, sentence: outcome.sentence }
}

const withoutChange = (changes: readonly DishChange[], { attempt: { key } }: DishChange): readonly DishChange[] =>
  changes.filter(({ attempt }) => attempt.key !== key)

/** Makes an accepted change part of the board, or takes a rejected change out of the history. */
function applyAnswer(
  { board, queue, unqueued, history }: Context,
  change: DishChange,
  outcome: Outcome,
): Partial<Context> {
  const unanswered = { queue: withoutChange(queue, change), unqueued: withoutChange(unqueued, change) }
  return outcome.kind === 'done'
    ? { ...unanswered, board: withChanges(board, [change]) }
    : { ...unanswered, history: removeFromHistory(history, change) }
}

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
    isHeld: ({ context, event }) => event.type === 'pick' && event.dish === context.held,
    isAllowed: ({ context, event }) => isAllowed(context, event),
    isAgainstRules: ({ context, event }) => findRuleNotice(context, event) !== null,
    isRejectedByServer: ({ event }) => event.type === 'change.answered' && event.outcome.kind === 'rejected',
    losesHeld: ({ context, event }) => event.type === 'board.changed' && losesHeld(context, event.board),
  },
  delays: { noticeShown: 6000 },
})

const holdNothing = definition.assign({ held: null })
const hold = definition.assign({ held: ({ context, event }) => (event.type === 'pick' ? event.dish : context.held) })
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
    held: null,
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
    'change.answered': [
      {
        guard: 'isRejectedByServer',
        actions: [
          raise(({ event: { change, outcome } }) => ({
            type: 'notice' as const,
            notice: describeRejection(change, outcome),
          })),
          assign(({ context, event }) => applyAnswer(context, event.change, event.outcome)),
        ],
      },
      { actions: assign(({ context, event }) => applyAnswer(context, event.change, event.outcome)) },
    ],
  },
  states: {
    pick: {
      initial: 'none',
      states: {
        none: { on: { pick: { guard: 'canPick', target: 'picked', actions: hold } } },
        picked: {
          on: {
            pick: [
              { guard: 'isHeld', target: 'none', actions: holdNothing },
              { guard: 'canPick', actions: hold },
            ],
            'let go': { target: 'none', actions: holdNothing },
            // A dish that cannot be put on the place stays picked up.
            place: [{ guard: 'isAgainstRules' }, { target: 'none', actions: holdNothing }],
            done: { guard: 'isAllowed', target: 'none', actions: holdNothing },
            undo: { target: 'none', actions: holdNothing },
            // Replaces the board too, because this transition runs instead of the one of the whole machine.
            'board.changed': {
              guard: 'losesHeld',
              target: 'none',
              actions: [
                raise(({ context }) => ({
                  type: 'notice' as const,
                  notice: { kind: 'taken' as const, dish: context.held ?? '', sentence: '' },
                })),
                assign(({ context, event }) => ({ ...replaceBoard(context, event.board), held: null })),
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
