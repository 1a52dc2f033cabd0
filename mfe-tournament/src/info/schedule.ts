import { eventFacts } from '@ultimate/kit/event-facts.ts'

export interface Occasion {
  readonly slug: string
  readonly day: string
  readonly title: string
  /** As people read it. */
  readonly time: string
  /** By the clock at the venue, `2025-11-22T09:00`; a date alone where the hours are open. */
  readonly from: string
  readonly to: string
  readonly text: string
}

const { firstDay, lastDay } = eventFacts

/** What happens when, in the order in which it does. */
export const schedule: readonly Occasion[] = [
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
    slug: 'dinner',
    day: 'Saturday night',
    title: 'Dinner',
    time: eventFacts.dinner,
    from: `${firstDay}T18:00`,
    to: `${firstDay}T21:00`,
    text: 'Turkey, ham, and everything the teams brought to the table.',
  },
  {
    slug: 'brackets',
    day: 'Sunday',
    title: 'Brackets',
    time: 'TBD after pools',
    from: lastDay,
    to: lastDay,
    text: 'Saturday decides who meets whom. The times follow on Saturday evening.',
  },
]
