import type { Actor, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { fold } from '@ultimate/events/language/fold.ts'
import { type Description, plainWords } from '@ultimate/events/language/sentence/sentence.ts'

export const splitWords = (search: string): string[] => fold(search).split(' ').filter(Boolean)

const nameless: Readonly<Record<Actor['kind'], string>> = {
  visitor: 'a visitor',
  system: 'the site',
  staff: '',
}

/** Tests if an entry holds all these (folded) words: in its sentence, in who did it or in what is recorded of it. */
export function containing(words: readonly string[]) {
  return ({ type, data, metadata: { actor } }: RecordedEvent, { text, was, subject }: Description): boolean => {
    if (words.length === 0) return true
    const who = actor.name ?? nameless[actor.kind]
    const texts = [who, actor.role ?? '', text, was ?? '', subject, plainWords(type)]
    const folded = fold([...texts, ...textsIn(data)].join('\n'))
    return words.every((word) => folded.includes(word))
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
