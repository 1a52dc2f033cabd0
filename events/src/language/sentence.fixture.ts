import type { Fact, History, Sentences } from './sentence.ts'

export const fact = (type: string, data: Fact['data'] = {}): Fact => ({ type, data })

interface Circumstances {
  readonly stream?: string
  readonly earlier?: readonly Fact[]
  /** Facts of other streams. */
  readonly others?: Readonly<Record<string, readonly Fact[]>>
}

/** The description of a fact as one line: `subject: text (was was)`. */
export function lineOf<E extends Fact>(sentences: Sentences<E>, one: Fact, circumstances: Circumstances = {}): string {
  const { stream = '', earlier = [], others = {} } = circumstances
  const history: History = { stream, earlier, of: (other) => others[other] ?? [] }
  const { text, was, subject } = (sentences as unknown as Sentences<Fact>)[one.type]?.(one.data, history) ?? {
    text: '',
    subject: '',
  }
  return `${subject}: ${text}${was === undefined ? '' : ` (was ${was})`}`
}
