import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import { FlightArc } from '@ultimate/kit/art/flight-arc.tsx'
import styles from './what-happens-next.module.css'

const steps = [
  {
    title: 'A mail arrives',
    text: 'If it holds a link, open it: your bid counts from then on. If no mail comes, look among the junk.',
  },
  {
    title: 'You stand in line',
    text: `The first ${confirmedCapacity} teams are confirmed. After that there is a waitlist, and it moves.`,
  },
  { title: 'Pools are posted', text: 'Here on the site, closer to the weekend.' },
  { title: 'Everybody cooks', text: 'On Saturday night the teams feed each other. There is turkey.' },
]

export function WhatHappensNext() {
  return (
    <aside className={styles['panel']} data-ground="festive" aria-labelledby="what-happens-next">
      <h2 id="what-happens-next" className={styles['title']}>
        What happens next
      </h2>
      <ol className={styles['steps']}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <FlightArc className={styles['arc']} />
    </aside>
  )
}
