import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import type { FormEvent } from '@ultimate/kit/form/form-machine.ts'
import { type Actor, createActor, fromPromise, SimulatedClock } from 'xstate'
import { type BidDraft, emptyBid, type Field } from './bid.ts'
import type { SavedBid } from './draft-storage.ts'
import { failed, type Received, registerTeamMachine, toReceived } from './register-team.machine.ts'

export type RegisterTeamEvent = FormEvent<BidDraft>
export type BidAnswer = Answer<Field, Received>

export const bid: BidDraft = {
  ...emptyBid,
  teamName: 'Huck Finns',
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
}
export const alternate = {
  altCaptainName: 'Joe Harper',
  altCaptainEmail: 'joe@example.org',
  altCaptainPhone: '256-555-0143',
}

/** A rejection of the form mark. */
export const rejected: BidAnswer = { kind: 'refused', message: failed, errors: {} }

/** Stands for the server: registers one bid per key, and answers when and how a test decides. */
function fakeServer() {
  const registered = new Map<string, FormAttempt<BidDraft>>()
  const waiting: ({ readonly attempt: FormAttempt<BidDraft> } & PromiseWithResolvers<BidAnswer>)[] = []
  const next = () => {
    const request = waiting.shift()
    if (!request) throw new Error('No request is waiting for an answer')
    return request
  }
  return {
    registered,
    requests: () => waiting.length,
    submit: (attempt: FormAttempt<BidDraft>) => {
      const answer = Promise.withResolvers<BidAnswer>()
      waiting.push({ attempt, ...answer })
      return answer.promise
    },
    accept: ({ awaitsConfirmation = false } = {}) => {
      const { attempt, resolve } = next()
      registered.set(attempt.key, attempt)
      const team = { id: 'team-1', ...(awaitsConfirmation && { email_confirmed: false as const }) }
      resolve({ kind: 'accepted', value: toReceived(attempt.draft, team) })
    },
    reject: () => next().resolve(rejected),
    refuse: (errors: Record<string, string>) => next().resolve({ kind: 'refused', message: null, errors }),
    fail: () => next().reject(new Error('Connection lost')),
    /** The bid arrives; its answer is lost. */
    loseAnswer: () => {
      const { attempt, reject } = next()
      registered.set(attempt.key, attempt)
      reject(new Error('Connection lost'))
    },
  }
}

export function start(stored: SavedBid | null = null) {
  const server = fakeServer()
  const clock = new SimulatedClock()
  const drafts: (SavedBid | null)[] = []
  const focused: string[] = []
  const machine = registerTeamMachine.provide({
    actors: { send: fromPromise<BidAnswer, FormAttempt<BidDraft>>(({ input }) => server.submit(input)) },
    actions: {
      saveDraft: (_, saved) => drafts.push(saved),
      forgetDraft: () => drafts.push(null),
      focusField: (_, { field }) => focused.push(field ?? 'nothing'),
    },
  })
  const actor = createActor(machine, { input: stored ?? {}, clock }).start()
  return { actor, server, clock, drafts, focused }
}

export const change = (changes: Partial<BidDraft>): RegisterTeamEvent => ({ type: 'change', changes })
export const submit = (key: string): RegisterTeamEvent => ({ type: 'submit', key })
export const formOf = (actor: Actor<typeof registerTeamMachine>) => actor.getSnapshot().value
export const contextOf = (actor: Actor<typeof registerTeamMachine>) => actor.getSnapshot().context
/** Lets settled promises run their callbacks. */
export const flush = () => new Promise((resolve) => setImmediate(resolve))
