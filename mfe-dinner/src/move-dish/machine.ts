import { isSamePlace, type Place } from '@ultimate/events/dinner/board/place.ts'
import { assign, fromPromise, raise, setup } from 'xstate'
import {
  type Attempt,
  type BoardFacts,
  type DishChange,
  noFacts,
  sentenceFor,
  standingOf,
  withChanges,
} from '../board/facts.ts'
import { doneError } from '../empty-dish/rules.ts'
import { isUndoable, type LastChange, lastOf, moveError, undoOf } from './rules.ts'

/** `refused` carries the sentence to show. A broken connection is an error of the actor. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly sentence: string }

export interface Notice {
  readonly dish: string
  readonly sentence: string
}

export type PlacingEvent =
  | { readonly type: 'update'; readonly facts: BoardFacts }
  | { readonly type: 'pick'; readonly dish: string }
  | { readonly type: 'let go' }
  | { readonly type: 'place'; readonly dish: string; readonly to: Place; readonly attempt: Attempt }
  | { readonly type: 'done'; readonly dish: string; readonly attempt: Attempt }
  | { readonly type: 'undo'; readonly attempt: Attempt }
  | { readonly type: 'dismiss' }
  /** Raised by the machine itself. */
  | { readonly type: 'notice'; readonly notice: Notice }

interface Context {
  readonly facts: BoardFacts
  /** The dish that is picked up. */
  readonly held: string | null
  /** Changes that are shown already and unconfirmed by the server; the first is under way. */
  readonly queue: readonly DishChange[]
  readonly last: LastChange | null
  readonly notice: Notice | null
}

/** The board as it is shown: the server's state, with the changes made here since on top. */
export const shownFacts = ({ facts, queue }: Pick<Context, 'facts' | 'queue'>): BoardFacts => withChanges(facts, queue)

export const undoable = (context: Pick<Context, 'facts' | 'queue' | 'last'>): boolean =>
  context.last !== null && isUndoable(shownFacts(context), context.last)

/** What an event asks for, as a change; null where it asks for none or would change nothing. */
function changeOf(context: Context, event: PlacingEvent): DishChange | null {
  if (event.type === 'undo') return context.last && undoOf(context.last, event.attempt)
  if (event.type !== 'place' && event.type !== 'done') return null
  const { dish, attempt } = event
  const from = standingOf(shownFacts(context), dish)
  if (from === null) return null
  if (event.type === 'done') return { kind: 'done', dish, from, attempt }
  return isSamePlace(from, event.to) ? null : { kind: 'move', dish, from, to: event.to, isUndo: false, attempt }
}

function noticeOf(context: Context, event: PlacingEvent): Notice | null {
  if (event.type !== 'place' && event.type !== 'done') return null
  const shown = shownFacts(context)
  const { dish } = event
  const code = event.type === 'place' ? moveError(shown, dish, event.to) : doneError(shown, dish)
  return code && { dish, sentence: sentenceFor(code) }
}

const isAllowed = (context: Context, event: PlacingEvent): boolean =>
  event.type === 'undo' ? undoable(context) : noticeOf(context, event) === null && changeOf(context, event) !== null

/** Not while its way back from Done is unconfirmed: a refusal would leave nothing to hold. */
const canPick = (context: Context, dish: string): boolean =>
  context.facts.phase !== 'completed' &&
  standingOf(shownFacts(context), dish) !== null &&
  !context.queue.some((change) => change.kind === 'put back' && change.dish === dish)

/** Without the first, and without later changes of the same dish, which build on it. */
const withoutFirst = ({ queue: [first, ...rest] }: Context): readonly DishChange[] =>
  rest.filter(({ dish }) => dish !== first?.dish)

function delivered({ facts, queue }: Context): Partial<Context> {
  const [change, ...rest] = queue
  if (!change) return {}
  return { queue: rest, facts: withChanges(facts, [change]), last: lastOf(change) }
}

const definition = setup({
  types: { context: {} as Context, events: {} as PlacingEvent },
  actors: { deliver: fromPromise<Outcome, DishChange>(() => Promise.reject(new Error('deliver is not provided'))) },
  actions: { logFailure: (_, _params: { error: unknown }) => undefined },
  guards: {
    canPick: ({ context, event }) => event.type === 'pick' && canPick(context, event.dish),
    isHeld: ({ context, event }) => event.type === 'pick' && event.dish === context.held,
    isAllowed: ({ context, event }) => isAllowed(context, event),
    isRefused: ({ context, event }) => noticeOf(context, event) !== null,
    isDone: (_, { kind }: Outcome) => kind === 'done',
    hasMore: ({ context }) => context.queue.length > 0,
    losesHeld: ({ context: { held, queue }, event }) => {
      if (event.type !== 'update' || held === null) return false
      return event.facts.phase === 'completed' || standingOf(withChanges(event.facts, queue), held) === null
    },
  },
  delays: { noticeShown: 6000 },
})

const holdNothing = definition.assign({ held: null })
const hold = definition.assign({ held: ({ context, event }) => (event.type === 'pick' ? event.dish : context.held) })
const enqueue = definition.assign({
  queue: ({ context, event }) => {
    const change = changeOf(context, event)
    return change ? [...context.queue, change] : context.queue
  },
})
const explain = definition.assign({ notice: ({ context, event }) => noticeOf(context, event) ?? context.notice })

/** Picking up, placing, finishing and undoing on the board. Effects are provided by the screen; the server decides. */
export const placingMachine = definition.createMachine({
  id: 'placing',
  type: 'parallel',
  context: { facts: noFacts, held: null, queue: [], last: null, notice: null },
  on: { update: { actions: assign({ facts: ({ event }) => event.facts }) } },
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
              actions: assign({ facts: ({ event }) => event.facts, held: null }),
            },
          },
        },
      },
    },
    delivery: {
      initial: 'idle',
      on: {
        place: { guard: 'isAllowed', actions: enqueue },
        done: { guard: 'isAllowed', actions: enqueue },
        undo: { guard: 'isAllowed', actions: enqueue },
      },
      states: {
        idle: { always: { guard: 'hasMore', target: 'sending' } },
        sending: {
          invoke: {
            id: 'deliver',
            src: 'deliver',
            input: ({ context: { queue } }) => queue[0] as DishChange,
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'idle',
                actions: assign(({ context }) => delivered(context)),
              },
              {
                target: 'idle',
                actions: [
                  raise(({ context, event }) => ({
                    type: 'notice' as const,
                    notice: {
                      dish: context.queue[0]?.dish ?? '',
                      sentence: event.output.kind === 'refused' ? event.output.sentence : '',
                    },
                  })),
                  assign({ queue: ({ context }) => withoutFirst(context) }),
                ],
              },
            ],
            onError: {
              target: 'idle',
              actions: [
                { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
                assign({ queue: ({ context }) => withoutFirst(context) }),
              ],
            },
          },
        },
      },
    },
    notice: {
      initial: 'silent',
      on: {
        notice: { target: '.shown', actions: assign({ notice: ({ event }) => event.notice }) },
        place: { guard: 'isRefused', target: '.shown', actions: explain },
        done: { guard: 'isRefused', target: '.shown', actions: explain },
      },
      states: {
        silent: { entry: assign({ notice: null }) },
        shown: { after: { noticeShown: 'silent' }, on: { dismiss: 'silent' } },
      },
    },
  },
})
