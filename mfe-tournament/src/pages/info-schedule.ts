import { dinnerOccasion } from '@ultimate/events/language/edition-facts.ts'
import type { Occasion } from '@ultimate/kit/event/calendar.ts'
import type { ShownEdition } from '@ultimate/kit/event/edition.ts'

/** An occasion of the weekend as the page shows it. */
interface Stop extends Occasion {
  readonly day: string
  /** The time as people read it. */
  readonly time: string
}

/** Returns the occasions of the weekend in the order in which they happen. */
export const buildSchedule = ({ facts, words }: ShownEdition): readonly Stop[] => [
  {
    slug: 'pool-play',
    day: 'Saturday',
    title: 'Pool play',
    time: words.poolPlay,
    from: `${facts.first_day}T${facts.pool_play.starts}`,
    to: `${facts.first_day}T${facts.pool_play.ends}`,
    text: facts.schedule.pool_play,
  },
  {
    ...dinnerOccasion(facts),
    day: 'Saturday night',
    time: words.dinner,
  },
  {
    slug: 'brackets',
    day: 'Sunday',
    title: 'Brackets',
    time: 'TBD after pools',
    from: facts.last_day,
    to: facts.last_day,
    text: facts.schedule.brackets,
  },
]
