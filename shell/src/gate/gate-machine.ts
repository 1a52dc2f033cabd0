import { assign, fromPromise, setup } from 'xstate'

/** How the server answered the test password; `message` is its own sentence, null where it gave none. */
export type GateAnswer =
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly message: string | null }
  | { readonly kind: 'unreachable' }

export type GateEvent = { readonly type: 'submit'; readonly password: string } | { readonly type: 'edit' }

export const wrongPassword = 'Incorrect password. Please try again.'
export const networkFailed = 'Network error. Please try again.'

const sentenceOf = (answer: GateAnswer): string =>
  answer.kind === 'unreachable' ? networkFailed : (answer.kind === 'refused' && answer.message) || wrongPassword

/** `knock` shows the password to the server, `enter` goes through the open gate: both are provided by the page. */
export const gateMachine = setup({
  types: { context: {} as { readonly error: string | null }, events: {} as GateEvent },
  actors: { knock: fromPromise<GateAnswer, string>(() => Promise.resolve({ kind: 'unreachable' })) },
  actions: { enter: () => {} },
}).createMachine({
  id: 'gate',
  context: { error: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        edit: { actions: assign({ error: null }) },
        submit: [
          { guard: ({ event }) => event.password === '', actions: assign({ error: wrongPassword }) },
          { target: 'knocking', actions: assign({ error: null }) },
        ],
      },
    },
    knocking: {
      invoke: {
        id: 'knock',
        src: 'knock',
        input: ({ event }) => (event.type === 'submit' ? event.password : ''),
        onDone: [
          { guard: ({ event }) => event.output.kind === 'open', target: 'open' },
          { target: 'closed', actions: assign({ error: ({ event }) => sentenceOf(event.output) }) },
        ],
        onError: { target: 'closed', actions: assign({ error: networkFailed }) },
      },
    },
    open: { type: 'final', entry: 'enter' },
  },
})
