import type { User } from '@ultimate/events/staff/api.ts'
import { assign, fromPromise, setup } from 'xstate'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface Session {
  readonly user: User
  readonly token: string
}

/** How the server answered; `message` is its own sentence, null where it gave none. */
export type SignInAnswer =
  | { readonly kind: 'accepted'; readonly session: Session }
  | { readonly kind: 'refused'; readonly message: string | null }
  | { readonly kind: 'unreachable' }

export type CredentialName = keyof Credentials

interface SignInContext {
  /** Which fields were left empty at the last try. */
  readonly missing: readonly CredentialName[]
  /** Why the last try failed, in a sentence for people. */
  readonly error: string | null
}

export type SignInEvent =
  | ({ readonly type: 'submit' } & Credentials)
  | { readonly type: 'edit'; readonly field: CredentialName }

const missingIn = (event: SignInEvent): CredentialName[] =>
  event.type === 'submit' ? (['username', 'password'] as const).filter((name) => event[name].trim() === '') : []

export const failed = 'Login failed'
export const networkFailed = 'Network error. Please try again.'

/**
 * One attempt after the other until the server lets somebody in. The password passes through and is never kept.
 * `signIn` asks the server, `keepSession` stores what it gave, `pointAt` leads to the field that is likely wrong: all
 * three are provided by the form.
 */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
  },
  actors: {
    signIn: fromPromise<SignInAnswer, Credentials>(() => Promise.resolve({ kind: 'unreachable' })),
  },
  actions: {
    keepSession: (_, _session: Session) => {},
    pointAt: (_, _field: CredentialName) => {},
  },
}).createMachine({
  id: 'sign-in',
  context: { missing: [], error: null },
  initial: 'editing',
  states: {
    editing: {
      on: {
        edit: {
          actions: assign({
            missing: ({ context, event }) => context.missing.filter((name) => name !== event.field),
          }),
        },
        submit: [
          {
            guard: ({ event }) => missingIn(event).length > 0,
            actions: [
              assign({ missing: ({ event }) => missingIn(event), error: null }),
              { type: 'pointAt', params: ({ event }) => missingIn(event)[0] ?? 'username' },
            ],
          },
          { target: 'asking', actions: assign({ missing: [], error: null }) },
        ],
      },
    },
    asking: {
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) =>
          event.type === 'submit'
            ? { username: event.username, password: event.password }
            : { username: '', password: '' },
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'accepted',
            target: 'signedIn',
            actions: {
              type: 'keepSession',
              params: ({ event }) => (event.output as { session: Session }).session,
            },
          },
          {
            guard: ({ event }) => event.output.kind === 'unreachable',
            target: 'editing',
            actions: assign({ error: networkFailed }),
          },
          {
            target: 'editing',
            actions: [
              assign({ error: ({ event }) => (event.output.kind === 'refused' && event.output.message) || failed }),
              { type: 'pointAt', params: 'password' },
            ],
          },
        ],
        onError: { target: 'editing', actions: assign({ error: failed }) },
      },
    },
    signedIn: { type: 'final' },
  },
})
