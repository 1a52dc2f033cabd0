import type { BoardState } from '@ultimate/events/dinner/board.ts'
import { initialState, phaseOf } from '@ultimate/events/dinner/session.ts'
import {
  applyCommand,
  type DishCommand,
  type DishPlace,
  findBoardRefusal,
  findPlace,
  isSamePlace,
} from '@ultimate/events/dinner/signup.ts'
import { assign, raise, setup } from 'xstate'
import type { BoardDish } from '../board-query.ts'

/** A request that is repeated takes effect once, at the time of the first press. */
export interface Attempt {
  readonly key: string
  readonly at: string
}

/** A command of this page about one dish. */
export type DishChange =
  | {
      readonly kind: 'move'
      readonly dish: string
      readonly from: DishPlace
      readonly to: DishPlace
      readonly isUndo: boolean
      readonly attempt: Attempt
    }
  | { readonly kind: 'done'; readonly dish: string; readonly from: DishPlace; readonly attempt: Attempt }
  | { readonly kind: 'put back'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }

export type DishBoard = BoardState<BoardDish>

/** The board as the rules of the server make it of these changes. */
export const withChanges = (board: DishBoard, changes: readonly DishChange[]): DishBoard =>
  changes.reduce((before, change) => applyCommand(before, change, new Date(change.attempt.at)), board)

/** `rejected` carries the sentence to show. Without a connection there is no outcome yet: the change waits. */
export type Outcome =
  | { readonly kind: 'done' }
  /** `isElsewhere`: because another user has moved the dish meanwhile. */
  | { readonly kind: 'rejected'; readonly sentence: string; readonly isElsewhere?: boolean }

/**
 * `stays`: the dish is still where it was, and why. `elsewhere`: another user moved it before this device could.
 * `taken`: another user did something with it while it was in the hand.
 */
export interface Notice {
  readonly kind: 'stays' | 'elsewhere' | 'taken'
  readonly dish: string
  readonly sentence: string
}

export type PlacingEvent =
  | { readonly type: 'update'; readonly board: DishBoard }
  | { readonly type: 'pick'; readonly dish: string }
  | { readonly type: 'let go' }
  | { readonly type: 'place'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }
  | { readonly type: 'done'; readonly dish: string; readonly attempt: Attempt }
  | { readonly type: 'put back'; readonly dish: string; readonly to: DishPlace; readonly attempt: Attempt }
  | { readonly type: 'undo'; readonly attempt: Attempt }
  | { readonly type: 'dismiss' }
  /** All queued changes of this device, oldest first. */
  | { readonly type: 'stored'; readonly changes: readonly DishChange[] }
  /** The server has answered a change. */
  | { readonly type: 'settled'; readonly change: DishChange; readonly outcome: Outcome }
  /** Raised by the machine itself. */
  | { readonly type: 'notice'; readonly notice: Notice }

interface Context {
  readonly board: DishBoard
  /** The dish that is picked up. */
  readonly held: string | null
  /** Changes that are not stored yet, so not shown: they would be lost with the tab. */
  readonly asked: readonly DishChange[]
  /** Changes that are stored and shown, and not confirmed by the server. */
  readonly queue: readonly DishChange[]
  /** The changes of this page, the latest last, including those that the server has not answered yet. */
  readonly history: readonly LastChange[]
  readonly notice: Notice | null
}

/** The board as it is shown: the server's state, with the changes made here since on top. */
export const shownState = ({ board, queue }: Pick<Context, 'board' | 'queue'>): DishBoard => withChanges(board, queue)

/** The board as it is about to be: what the next change builds on. */
const comingState = (context: Pick<Context, 'board' | 'queue' | 'asked'>): DishBoard =>
  withChanges(shownState(context), context.asked)

/**
 * Returns the change that Undo takes back now: the latest one that still stands as this page made it; one that others
 * have changed since is passed over. Null while a later one is on its way, since that is the one that is meant.
 */
export function undoable(context: Pick<Context, 'board' | 'queue' | 'asked' | 'history'>): LastChange | null {
  const isOnItsWay = [...context.queue, ...context.asked].some(
    (change) => change.kind === 'done' || (change.kind === 'move' && !change.isUndo),
  )
  const coming = comingState(context)
  return isOnItsWay ? null : (context.history.findLast((last) => isUndoable(coming, last)) ?? null)
}

/** A change of this page that the server did not refuse; `to` is null for Done. */
export interface LastChange {
  readonly dish: string
  readonly from: DishPlace
  readonly to: DishPlace | null
}

/** The number of changes that can be undone one by one. */
const maxHistory = 50

/** The history with this change. What is undone or put back leaves it. */
function afterAll(history: readonly LastChange[], change: DishChange): readonly LastChange[] {
  if (change.kind === 'put back') return withoutLast(history, ({ dish, to }) => dish === change.dish && to === null)
  const { dish, from } = change
  if (change.kind === 'move' && change.isUndo)
    return withoutLast(history, (last) => last.dish === dish && last.to !== null && isSamePlace(last.to, from))
  return [...history, { dish, from, to: change.kind === 'done' ? null : change.to }].slice(-maxHistory)
}

/** The history once the server has rejected this change, which is in it. */
function asBefore(history: readonly LastChange[], change: DishChange): readonly LastChange[] {
  if (change.kind === 'put back') return history
  const { dish, from } = change
  if (change.kind === 'move' && change.isUndo) return [...history, { dish, from: change.to, to: from }]
  return withoutLast(history, (last) => last.dish === dish && (last.to === null) === (change.kind === 'done'))
}

function withoutLast(history: readonly LastChange[], isMeant: (last: LastChange) => boolean): readonly LastChange[] {
  const index = history.findLastIndex(isMeant)
  return index < 0 ? history : history.toSpliced(index, 1)
}

/** Returns true if a change can be taken back: the dish has not been moved since, and its old place is free. */
function isUndoable(shown: BoardState, { dish, from, to }: LastChange): boolean {
  const place = findPlace(shown, dish)
  const isAsLeft = to === null ? place === null : place !== null && isSamePlace(place, to)
  return (
    isAsLeft &&
    findBoardRefusal(shown, to === null ? { kind: 'put back', dish } : { kind: 'move', dish, to: from }) === null
  )
}

const buildUndo = ({ dish, from, to }: LastChange, attempt: Attempt): DishChange =>
  to === null
    ? { kind: 'put back', dish, to: from, attempt }
    : { kind: 'move', dish, from: to, to: from, isUndo: true, attempt }

/** Returns the change that an event asks for; null where it asks for none or would change nothing. */
function findChange(context: Context, event: PlacingEvent): DishChange | null {
  if (event.type === 'undo') {
    const last = undoable(context)
    return last && buildUndo(last, event.attempt)
  }
  if (event.type === 'put back') {
    const { dish, to, attempt } = event
    const isDone =
      comingState(context).dishes.some(({ id }) => id === dish) && findPlace(comingState(context), dish) === null
    return isDone ? { kind: 'put back', dish, to, attempt } : null
  }
  if (event.type !== 'place' && event.type !== 'done') return null
  const { dish, attempt } = event
  const from = findPlace(comingState(context), dish)
  if (from === null) return null
  if (event.type === 'done') return { kind: 'done', dish, from, attempt }
  return isSamePlace(from, event.to) ? null : { kind: 'move', dish, from, to: event.to, isUndo: false, attempt }
}

function buildNotice(context: Context, event: PlacingEvent): Notice | null {
  if (event.type !== 'place' && event.type !== 'done' && event.type !== 'put back') return null
  const { type, dish } = event
  const command: DishCommand = type === 'place' ? { kind: 'move', dish, to: event.to } : { kind: type, dish }
  const refusal = findBoardRefusal(comingState(context), command)
  return refusal && { kind: 'stays', dish, sentence: refusal.message }
}

const isAllowed = (context: Context, event: PlacingEvent): boolean =>
  buildNotice(context, event) === null && findChange(context, event) !== null

/** True once another user has moved the held dish: it is then no longer held. */
function losesHeld(context: Context, board: DishBoard): boolean {
  const { held, queue } = context
  if (held === null) return false
  const before = findPlace(shownState(context), held)
  const now = findPlace(withChanges(board, queue), held)
  return phaseOf(board.session) === 'completed' || before === null || now === null || !isSamePlace(before, now)
}

/**
 * Returns true if a dish can be picked up; false while its way back from Done is unconfirmed, since a rejection would
 * leave nothing to hold.
 */
const canPick = (context: Context, dish: string): boolean =>
  phaseOf(context.board.session) !== 'completed' &&
  findPlace(shownState(context), dish) !== null &&
  !context.queue.some((change) => change.kind === 'put back' && change.dish === dish)

function describeRejection({ dish }: DishChange, outcome: Outcome): Notice {
  if (outcome.kind === 'done') return { kind: 'stays', dish, sentence: '' }
  return { kind: outcome.isElsewhere ? 'elsewhere' : 'stays', dish, sentence: outcome.sentence }
}

const without = (changes: readonly DishChange[], { attempt: { key } }: DishChange): readonly DishChange[] =>
  changes.filter(({ attempt }) => attempt.key !== key)

/**
 * Makes an accepted change part of the board, and takes a rejected one out of the history. Neither waits any longer.
 */
function settled({ board, queue, asked, history }: Context, change: DishChange, outcome: Outcome): Partial<Context> {
  const rest = { queue: without(queue, change), asked: without(asked, change) }
  return outcome.kind === 'done'
    ? { ...rest, board: withChanges(board, [change]) }
    : { ...rest, history: asBefore(history, change) }
}

/** A reset begins another dinner, in which nothing was changed yet. */
function updated({ board: before, history }: Context, board: DishBoard): Partial<Context> {
  const isReset = phaseOf(before.session) === 'completed' && phaseOf(board.session) === 'not-started'
  return { board, history: isReset ? [] : history }
}

const definition = setup({
  types: {
    context: {} as Context,
    events: {} as PlacingEvent,
    input: {} as { readonly history?: readonly LastChange[] } | undefined,
  },
  /** Queues the change; the screen provides it. */
  actions: { keep: (_, _params: { change: DishChange | null }) => undefined },
  guards: {
    canPick: ({ context, event }) => event.type === 'pick' && canPick(context, event.dish),
    isHeld: ({ context, event }) => event.type === 'pick' && event.dish === context.held,
    isAllowed: ({ context, event }) => isAllowed(context, event),
    isRefused: ({ context, event }) => buildNotice(context, event) !== null,
    isRejection: ({ event }) => event.type === 'settled' && event.outcome.kind === 'rejected',
    losesHeld: ({ context, event }) => event.type === 'update' && losesHeld(context, event.board),
  },
  delays: { noticeShown: 6000 },
})

const holdNothing = definition.assign({ held: null })
const hold = definition.assign({ held: ({ context, event }) => (event.type === 'pick' ? event.dish : context.held) })
const remember = definition.assign({
  asked: ({ context, event }) => {
    const change = findChange(context, event)
    return change ? [...context.asked, change] : context.asked
  },
  // The history changes at once, since the answer may come when this page is gone.
  history: ({ context, event }) => {
    const change = findChange(context, event)
    return change ? afterAll(context.history, change) : context.history
  },
})
// The change as it was asked for: once it is remembered, the next one builds on it.
const ask = [
  {
    type: 'keep',
    params: ({ context, event }: { context: Context; event: PlacingEvent }) => ({ change: findChange(context, event) }),
  },
  remember,
] as const
const keepers = { guard: 'isAllowed', actions: [...ask] } as const
const explain = definition.assign({ notice: ({ context, event }) => buildNotice(context, event) ?? context.notice })

/** Picking up, placing, finishing and undoing on the board. Effects are provided by the screen; the server decides. */
export const placingMachine = definition.createMachine({
  id: 'placing',
  type: 'parallel',
  context: ({ input }) => ({
    board: { session: initialState(), dishes: [] },
    held: null,
    asked: [],
    queue: [],
    notice: null,
    history: input?.history ?? [],
  }),
  on: {
    update: { actions: assign(({ context, event }) => updated(context, event.board)) },
    stored: {
      actions: assign({
        queue: ({ event }) => event.changes,
        asked: ({ context, event }) => event.changes.reduce(without, context.asked),
      }),
    },
    settled: [
      {
        guard: 'isRejection',
        actions: [
          raise(({ event: { change, outcome } }) => ({
            type: 'notice' as const,
            notice: describeRejection(change, outcome),
          })),
          assign(({ context, event }) => settled(context, event.change, event.outcome)),
        ],
      },
      { actions: assign(({ context, event }) => settled(context, event.change, event.outcome)) },
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
            // A dish that cannot be put down there stays picked up.
            place: [{ guard: 'isRefused' }, { target: 'none', actions: holdNothing }],
            done: { guard: 'isAllowed', target: 'none', actions: holdNothing },
            undo: { target: 'none', actions: holdNothing },
            update: {
              guard: 'losesHeld',
              target: 'none',
              actions: [
                raise(({ context }) => ({
                  type: 'notice' as const,
                  notice: { kind: 'taken' as const, dish: context.held ?? '', sentence: '' },
                })),
                assign(({ context, event }) => ({ ...updated(context, event.board), held: null })),
              ],
            },
          },
        },
      },
    },
    asking: { on: { place: keepers, done: keepers, 'put back': keepers, undo: keepers } },
    notice: {
      initial: 'silent',
      on: {
        notice: { target: '.shown', actions: assign({ notice: ({ event }) => event.notice }) },
        place: { guard: 'isRefused', target: '.shown', actions: explain },
        done: { guard: 'isRefused', target: '.shown', actions: explain },
        'put back': { guard: 'isRefused', target: '.shown', actions: explain },
      },
      states: {
        silent: { entry: assign({ notice: null }) },
        shown: { after: { noticeShown: 'silent' }, on: { dismiss: 'silent' } },
      },
    },
  },
})
