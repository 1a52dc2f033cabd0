import { fold } from '@ultimate/events/language/fold.ts'
import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'

export const wordsOf = (search: string): string[] => fold(search).split(' ').filter(Boolean)

const nameless: Readonly<Record<AuditEntry['actor']['kind'], string>> = {
  visitor: 'a visitor',
  system: 'the site',
  staff: '',
}

/** Whether an entry holds all of these (folded) words, in its sentence, in who did it or in what is recorded of it. */
export function containsWords(entry: AuditEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { actor, sentence, type, data } = entry
  const who = actor.name ?? nameless[actor.kind]
  const texts = [who, actor.role ?? '', sentence.text, sentence.was ?? '', sentence.subject, plainWords(type)]
  const text = fold([...texts, ...textsIn(data)].join('\n'))
  return words.every((word) => text.includes(word))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
