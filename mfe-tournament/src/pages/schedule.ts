import { dinnerOccasion, type Occasion } from '@ultimate/kit/event/calendar.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'

/** An occasion of the weekend as the page shows it. */
interface Stop extends Occasion {
  readonly day: string
  /** As people read it. */
  readonly time: string
}

const { firstDay, lastDay } = eventFacts

/** What happens when, in the order in which it does. */
export const schedule: readonly Stop[] = [
  {
    slug: 'pool-play',
    day: 'Saturday',
    title: 'Pool play',
    time: eventFacts.poolPlay,
    from: `${firstDay}T09:00`,
    to: `${firstDay}T16:50`,
    text: 'Everybody plays, all day. Be on your field before the first pull.',
  },
  {
    ...dinnerOccasion,
    day: 'Saturday night',
    time: eventFacts.dinner,
  },
  {
    slug: 'brackets',
    day: 'Sunday',
    title: 'Brackets',
    time: 'TBD after pools',
    from: lastDay,
    to: lastDay,
    text: 'Saturday sets the matchups. Times go up Saturday night.',
  },
]
