import { fromPromise, setup } from 'xstate'
import type { Phase } from '../facts.ts'

export type SessionAction = 'start' | 'finish' | 'reset'
export interface SessionAttempt {
  readonly action: SessionAction
  readonly key: string
}
/** `refused` carries the sentence to show. A broken connection is an error of the actor. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly sentence: string }

export type SessionControlEvent =
  | { readonly type: 'update'; readonly phase: Phase }
  | { readonly type: SessionAction; readonly key: string }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' }

interface Context {
  /** As of the last update. */
  readonly phase: Phase
  readonly key: string
}

const definition = setup({
  types: { context: {} as Context, events: {} as SessionControlEvent, input: {} as { phase: Phase } },
  actors: { perform: fromPromise<Outcome, SessionAttempt>(() => Promise.reject(new Error('perform is not provided'))) },
  actions: {
    explain: (_, _params: { sentence: string }) => undefined,
    logFailure: (_, _params: { error: unknown }) => undefined,
  },
  guards: {
    isNews: ({ context, event }, { phase }: { phase: Phase }) =>
      event.type === 'update' && event.phase === phase && context.phase !== phase,
    isAt: ({ context }, { phase }: { phase: Phase }) => context.phase === phase,
    isRefused: (_, { kind }: Outcome) => kind === 'refused',
  },
})

const keep = definition.assign({ key: ({ event }) => ('key' in event ? event.key : '') })
const enter = (phase: Phase) => ({
  guard: { type: 'isNews' as const, params: { phase } },
  target: `.${phase}` as const,
  actions: definition.assign({ phase }),
})

/** One phase of the session and the action that ends it. Only an update from the server leads to the next phase. */
function phaseWith(action: SessionAction, { asksFirst }: { readonly asksFirst: boolean }) {
  return {
    initial: 'resting',
    states: {
      resting: { on: { [action]: { target: asksFirst ? 'confirming' : 'acting', actions: keep } } },
      confirming: { on: { confirm: 'acting', cancel: 'resting' } },
      acting: {
        invoke: {
          id: action,
          src: 'perform',
          input: ({ context }: { context: Context }): SessionAttempt => ({ action, key: context.key }),
          onDone: [
            {
              guard: { type: 'isRefused', params: ({ event }: { event: { output: Outcome } }) => event.output },
              target: 'resting',
              actions: {
                type: 'explain',
                params: ({ event }: { event: { output: Outcome } }) => ({
                  sentence: event.output.kind === 'refused' ? event.output.sentence : '',
                }),
              },
            },
            { target: 'resting' },
          ],
          onError: {
            target: 'resting',
            actions: { type: 'logFailure', params: ({ event }: { event: { error: unknown } }) => event },
          },
        },
      },
    },
  } as const
}

/** Not started, in progress, completed. Effects are provided by the screen. */
export const sessionMachine = definition.createMachine({
  id: 'session',
  context: ({ input }) => ({ phase: input.phase, key: '' }),
  initial: 'entering',
  on: { update: [enter('not-started'), enter('in-progress'), enter('completed')] },
  states: {
    entering: {
      always: [
        { guard: { type: 'isAt', params: { phase: 'not-started' } }, target: 'not-started' },
        { guard: { type: 'isAt', params: { phase: 'in-progress' } }, target: 'in-progress' },
        { target: 'completed' },
      ],
    },
    'not-started': phaseWith('start', { asksFirst: false }),
    'in-progress': phaseWith('finish', { asksFirst: true }),
    completed: phaseWith('reset', { asksFirst: true }),
  },
})
