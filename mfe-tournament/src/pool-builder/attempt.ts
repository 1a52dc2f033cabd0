import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { offerUndoApart } from '@ultimate/kit/undo/offer-undo.ts'
import type { Intent, WriteOutcome, Writing } from './unsaved/work.ts'

/** Saves what is on the screen. All other steps are named after the division that they publish or unpublish. */
export const draftStep = 'save'

/** The idempotency key of one step of an attempt. */
export type KeyOf = (step: string) => string

/** Attempts without an answer, by what they want. Seldom more than one. */
const unanswered = new Map<string, string>()

const identityOf = (intent: Intent, { division, pools, stored }: Writing): string =>
  JSON.stringify([intent, division, pools, stored.version, stored.other.version])

/**
 * Runs the steps of a write under keys of one attempt. Until their outcome is known, the same write goes on with the
 * same keys: the server gives its lost answers again, instead of refusing what it took for another user's work.
 */
export async function attempt(
  intent: Intent,
  writing: Writing,
  steps: (keyOf: KeyOf) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const identity = identityOf(intent, writing)
  const key = unanswered.get(identity) ?? newKey()
  unanswered.set(identity, key)
  const asked = new Set<string>()
  const outcome = await steps((step) => {
    asked.add(step)
    return `${key}.${step}`
  })
  if (outcome.kind !== 'unanswered') unanswered.delete(identity)
  if (outcome.kind === 'settled' && outcome.notice.tone === 'good') offerToPutBack(key, asked)
  return outcome
}

/**
 * The sentence that says what was done is gone after three seconds; what offers to take it back stays as long as all that
 * do. What is published is taken back by itself, and the draft that was saved before it stays. What is unpublished comes
 * back with the draft that it has replaced.
 */
function offerToPutBack(key: string, steps: ReadonlySet<string>): void {
  const last = steps.size > 1 ? [...steps].filter((step) => step !== draftStep) : [...steps]
  offerUndoApart(last.map((step) => `${key}.${step}`))
}
