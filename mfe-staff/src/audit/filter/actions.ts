import { dinnerSentences } from '@ultimate/events/dinner/sentences.ts'
import { plainWords } from '@ultimate/events/language/sentence.ts'
import { staffSentences } from '@ultimate/events/staff/sentences.ts'
import { tournamentSentences } from '@ultimate/events/tournament/sentences.ts'

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const actionsOf = (name: string, label: string, sentences: object) => ({
  name,
  label,
  actions: Object.keys(sentences).map((type) => ({ type, label: capitalised(plainWords(type)) })),
})

/** Every kind of entry, by the module whose events they are. */
export const modules = [
  actionsOf('tournament', 'Tournament', tournamentSentences),
  actionsOf('dinner', 'Dinner', dinnerSentences),
  actionsOf('staff', 'Staff', staffSentences),
] as const
