import type { Attempt, SubmitOutcome } from './machine.ts'

/** Stands for the far end of the line: registers one bid per key, and answers when and how a test says. */
export function fakeServer() {
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
    /** The bid arrives; the answer does not. */
    loseAnswer: () => {
      const { attempt, reject } = next()
      registered.set(attempt.key, attempt)
      reject(new Error('Connection lost'))
    },
  }
}
