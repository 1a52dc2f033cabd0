import type { EventDefinitions } from '../event.ts'
import { describeEvent, type Fact, type History } from './sentence.ts'

export const fact = (type: string, data: Fact['data'] = {}): Fact => ({ type, data })

interface Circumstances {
  readonly stream?: string
  readonly earlier?: readonly Fact[]
  readonly beforeGap?: number
  /** Facts of other streams. */
  readonly others?: Readonly<Record<string, readonly Fact[]>>
  readonly about?: string
  readonly summaryOf?: (call: string) => string | undefined
}

/** The description of a fact as one line: `subject: text (was was)`; null where it is not about the subject. */
export function describeInOneLine(
  definitions: EventDefinitions,
  one: Fact,
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
