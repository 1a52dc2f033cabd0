import { type Actor, createActor, fromPromise, SimulatedClock } from 'xstate'
import { type Bid, emptyBid } from './bid.ts'
import { type Attempt, type Draft, type RegisterTeamEvent, registerTeamMachine, type SubmitOutcome } from './machine.ts'

export const bid: Bid = {
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

/** Stands for the server: registers one bid per key, and answers when and how a test says. */
function fakeServer() {
  const registered = new Map<string, Attempt>()
  const waiting: { attempt: Attempt; resolve: (outcome: SubmitOutcome) => void; reject: (reason: Error) => void }[] = []
  const next = () => {
    const request = waiting.shift()
    if (!request) throw new Error('No request is waiting for an answer')
    return request
  }
  return {
    registered,
    requests: () => waiting.length,
    submit: (attempt: Attempt) =>
      new Promise<SubmitOutcome>((resolve, reject) => waiting.push({ attempt, resolve, reject })),
    accept: ({ awaitsConfirmation = false } = {}) => {
      const { attempt, resolve } = next()
      registered.set(attempt.key, attempt)
      resolve({ kind: 'accepted', awaitsConfirmation })
    },
    reject: () => next().resolve({ kind: 'rejected' }),
    refuse: (errors: Record<string, string>) => next().resolve({ kind: 'refused', errors }),
    fail: () => next().reject(new Error('Connection lost')),
    /** The bid arrives; its answer is lost. */
    loseAnswer: () => {
      const { attempt, reject } = next()
      registered.set(attempt.key, attempt)
      reject(new Error('Connection lost'))
    },
  }
}

export function start(draft: Draft | null = null) {
  const server = fakeServer()
  const clock = new SimulatedClock()
  const drafts: (Draft | null)[] = []
  const focused: string[] = []
  const machine = registerTeamMachine.provide({
    actors: { submitBid: fromPromise<SubmitOutcome, Attempt>(({ input }) => server.submit(input)) },
    actions: {
      saveDraft: (_, saved) => drafts.push(saved),
      clearDraft: () => drafts.push(null),
      focusField: (_, { field }) => focused.push(field ?? 'nothing'),
    },
  })
  const actor = createActor(machine, { input: { draft }, clock }).start()
  return { actor, server, clock, drafts, focused }
}

export const change = (changes: Partial<Bid>): RegisterTeamEvent => ({ type: 'change', changes })
export const submit = (key: string): RegisterTeamEvent => ({ type: 'submit', key })
export const formOf = (actor: Actor<typeof registerTeamMachine>) => actor.getSnapshot().value.form
export const contextOf = (actor: Actor<typeof registerTeamMachine>) => actor.getSnapshot().context
/** Lets settled promises run their callbacks. */
export const flush = () => new Promise((resolve) => setImmediate(resolve))
