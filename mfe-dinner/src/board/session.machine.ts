import type { SessionStep } from '@ultimate/events/dinner/session.ts'
import { setup } from 'xstate'

export type SessionEvent =
  /** The step that is next in the server's session, such as Finish once dinner has started. */
  | { readonly type: 'next'; readonly step: SessionStep }
  | { readonly type: 'ask' }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' }
  | { readonly type: 'answered'; readonly step: SessionStep }

const definition = setup({
  types: {
    context: {} as { readonly next: SessionStep },
    events: {} as SessionEvent,
    input: {} as { readonly next: SessionStep },
  },
  /** Sends the step; the screen provides it. */
  actions: { act: (_, _params: { readonly step: SessionStep }) => undefined },
  guards: {
    isAnotherStep: ({ context, event }) => event.type === 'next' && event.step !== context.next,
    answersNext: ({ context, event }) => event.type === 'answered' && event.step === context.next,
  },
})

/**
 * Asks before Start, Finish or Reset, and sends the step. Once the session has another next step, the machine rests: it
 * neither asks nor waits for the answer any more.
 */
export const sessionMachine = definition.createMachine({
  id: 'session',
  context: ({ input }) => input,
  initial: 'resting',
  on: {
    next: {
      guard: 'isAnotherStep',
      target: '.resting',
      actions: definition.assign(({ context, event }) => (event.type === 'next' ? { next: event.step } : context)),
    },
  },
  states: {
    resting: { on: { ask: 'confirming' } },
    confirming: {
      on: {
        cancel: 'resting',
        confirm: { target: 'acting', actions: { type: 'act', params: ({ context }) => ({ step: context.next }) } },
      },
    },
    acting: { on: { cancel: 'resting', answered: { guard: 'answersNext', target: 'resting' } } },
  },
})
