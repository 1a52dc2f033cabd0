import type { Description, Fact } from './sentence.ts'

interface Noted {
  readonly noteId: string
  /** Those of the stream before it. */
  readonly earlier: readonly Fact[]
  readonly subject: string
}

const of = ({ noteId, earlier }: Noted) => earlier.filter(({ data }) => data['noteId'] === noteId)

export const describeNoteAdded = (noted: Noted, text: string): Description => ({
  text: `${of(noted).length > 0 ? 'put back' : 'wrote'} a note about ${noted.subject}${text && `: ${text}`}`,
  subject: noted.subject,
})

export function describeNoteRemoved(noted: Noted): Description {
  const texts = of(noted).flatMap(({ data: { text } }) => (typeof text === 'string' && text !== '' ? [text] : []))
  return { text: `removed a note about ${noted.subject}`, was: texts.at(-1), subject: noted.subject }
}
