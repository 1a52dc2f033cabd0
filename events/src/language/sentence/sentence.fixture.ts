import type { EventDefinitions } from '../event.ts'
import { describeEvent, type History, type PastEvent } from './sentence.ts'

export const event = (type: string, data: PastEvent['data'] = {}): PastEvent => ({ type, data })

interface Circumstances {
  readonly stream?: string
  readonly earlier?: readonly PastEvent[]
  readonly beforeGap?: number
  /** Events of other streams. */
  readonly others?: Readonly<Record<string, readonly PastEvent[]>>
  readonly about?: string
  readonly summaryOf?: (call: string) => string | undefined
}

/** The description of an event as one line: `subject: text (was was)`; null where it is not about the subject. */
export function describeInOneLine(
  definitions: EventDefinitions,
  one: PastEvent,
  circumstances: Circumstances = {},
): string | null {
  const { stream = '', earlier = [], beforeGap, others = {}, about, summaryOf } = circumstances
  const of = (other: string) => others[other] ?? []
  const history: History = { stream, earlier, beforeGap, of, about, ...(summaryOf && { summaryOf }) }
  const description = describeEvent(definitions, one, history)
  if (description === null) return null
  const { text, was, subject } = description
  return `${subject}: ${text}${was === undefined ? '' : ` (was ${was})`}`
}
