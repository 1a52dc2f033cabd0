import type { Division } from '@ultimate/events/tournament/team.ts'
import { NetworkError } from '@ultimate/kit/request/api.ts'
import { sendCommand } from '@ultimate/kit/sending/send-command.ts'
import { offerUndoApart } from '@ultimate/kit/undo/offer-undo.ts'
import type { Intent, WriteOutcome, Writing } from './unsaved/work.ts'

/** Saves what is on the screen. All other steps are named after the division that they publish or unpublish. */
export const draftStep = 'save'

/** The idempotency key of one step of a write. */
export type KeyOf = (step: string) => string

/** Where the writes of a division are shown. */
export const placeOfPools = (division: Division): string => `pools-${division}`

const identify = (intent: Intent, { division, pools, stored }: Writing): string =>
  JSON.stringify([intent, division, pools, stored.version, stored.other.version])

/** Not even a read says what the server did. */
class Unanswered extends NetworkError {
  readonly outcome: WriteOutcome
  constructor(outcome: WriteOutcome) {
    super('No response.')
    this.outcome = outcome
  }
}

/**
 * Runs the steps of a write as one command. Until their outcome is known, the same write goes on with the same keys: the
 * server gives its lost answers again, instead of refusing what it took for another user's work.
 */
export async function attempt(
  intent: Intent,
  writing: Writing,
  steps: (keyOf: KeyOf) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const send = async (_: string, key: string) => {
    const asked = new Set<string>()
    const outcome = await steps((step) => {
      asked.add(step)
      return `${key}.${step}`
    })
    if (outcome.kind === 'unanswered') throw new Unanswered(outcome)
    if (outcome.kind === 'settled' && outcome.notice.tone === 'good') offerToPutBack(key, asked)
    return outcome
  }
  const { division, signal } = writing
  try {
    return await sendCommand({ place: placeOfPools(division), subject: identify(intent, writing), send, signal })
  } catch (error) {
    if (error instanceof Unanswered) return error.outcome
    throw error
  }
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
