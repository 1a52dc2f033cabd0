import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'

/** Letter case and accents are set aside, so that `jose` finds José. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean)

const nameless: Readonly<Record<AuditEntry['actor']['kind'], string>> = {
  visitor: 'a visitor',
  system: 'the site',
  staff: '',
}

/** Whether an entry holds all of these (plain) words, in its sentence, in who did it or in what is recorded of it. */
export function containsWords(entry: AuditEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { actor, sentence, type, data } = entry
  const who = actor.name ?? nameless[actor.kind]
  const said = [who, actor.role ?? '', sentence.text, sentence.was ?? '', sentence.subject, plainWords(type)]
  const text = plain([...said, ...textsIn(data)].join('\n'))
  return words.every((word) => text.includes(word))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
