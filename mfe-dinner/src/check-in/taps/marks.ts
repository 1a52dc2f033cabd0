import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slots/slot.ts'
import type { Tap, TapRequest, TapStep } from '@ultimate/kit/outbox/tap.ts'
import type { CheckInKind } from '../kinds.ts'
import { updateSentence } from './failure.ts'

/** What this device shows of one sign-up on top of the server's state. */
export interface Mark {
  /** Which list it is shown in; null where the server says. */
  readonly checkedIn: boolean | null
  /** How far the last tap on it has come. */
  readonly step: TapStep
  /** When it was tapped, until the server has answered; ISO. */
  readonly at: string
  /** Why it was not taken, or could not be sent; null where all goes well. */
  readonly sentence: string | null
  /** The last tap that was refused and is not decided on. */
  readonly refused: Tap | null
}
export type Marks = ReadonlyMap<string, Mark>

export const isCheckIn = ({ operation }: Pick<Tap, 'operation'>, kind: CheckInKind): boolean =>
  operation === kind.checkIn

export function checkInRequest(kind: CheckInKind, signup: Signup, checkedIn: boolean): TapRequest {
  const { id, person_name: person, slot_name: slot } = signup
  return {
    operation: kind.checkIn,
    params: { id },
    body: { checkedIn },
    answers: 'signup',
    subject: `signup-${id}`,
    label: `${checkedIn ? 'Check in' : 'Undo the check-in of'} ${person}, ${slot}`,
  }
}

/** By sign-up. What is still to be sent decides the list; of what was refused the row says that it was. */
export function marksOf(taps: readonly Tap[], kind: CheckInKind): Marks {
  const marks = new Map<string, Mark>()
  for (const tap of taps) {
    const { params, body, step, tappedAt } = tap
    const id = params['id']
    if (!isCheckIn(tap, kind) || id === undefined) continue
    const before = marks.get(id)
    const isRefused = step === 'refused'
    marks.set(id, {
      checkedIn: isRefused ? (before?.checkedIn ?? null) : body['checkedIn'] === true,
      step: isRefused ? (before?.step ?? step) : step,
      at: new Date(tappedAt).toISOString(),
      sentence: sentenceOf(tap, kind.category) ?? before?.sentence ?? null,
      refused: isRefused ? tap : (before?.refused ?? null),
    })
  }
  return marks
}

/** In the words of the page. */
export function sentenceOf({ refusal, trouble }: Tap, category: SlotCategory): string | null {
  if (refusal) return updateSentence(category, { kind: 'refused', reason: refusal.message })
  if (trouble === null) return null
  return trouble.because === 'line'
    ? updateSentence(category, { kind: 'no answer' })
    : updateSentence(category, { kind: 'refused', reason: trouble.message })
}
