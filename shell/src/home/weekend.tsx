import type { EditionWords } from '@ultimate/events/language/edition-facts.ts'
import { Stop, Stops } from '@ultimate/kit/components/display/stops.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { Link } from '@ultimate/kit/router.ts'
import styles from './weekend.module.css'

const listStops = ({ firstPull, poolPlayEnd, dinnerStart, dinnerEnd, games, finals }: EditionWords) => [
  {
    day: 'Saturday',
    time: firstPull,
    title: 'Pool play',
    text: `${games} until ${poolPlayEnd}. The grass will be cold. Bring both jerseys and something hot to hold.`,
    to: '/tournament/poolplay',
    linkText: 'See the pools',
  },
  {
    day: 'Saturday night',
    time: dinnerStart,
    title: 'Dinner',
    text: `Muddy socks off, plates out. Everything the teams cooked, on one long buffet until ${dinnerEnd}.`,
    to: '/dinner/info',
    linkText: 'What to expect',
  },
  {
    day: 'Sunday',
    time: 'Brackets',
    title: 'Leftovers and finals',
    text: `Saturday sets the matchups. ${finals}, on whatever legs the turkey left you.`,
    to: '/tournament/bracket',
    linkText: 'Follow the bracket',
  },
]

/** The weekend as one long throw with three stops. */
export function Weekend() {
  const stops = listStops(useWords())
  return (
    <section className={styles['weekend']} aria-labelledby="weekend-title">
      <header className={styles['head']}>
        <h2 id="weekend-title">Play, eat, play again</h2>
        <p>The same weekend as every year, and no one would change a thing.</p>
      </header>
      <div className={styles['flight']}>
        <svg className={styles['arc']} viewBox="0 0 1200 150" preserveAspectRatio="none" aria-hidden="true">
          <path d="M14 138C110 74 270 26 432 26C590 26 720 44 850 76" />
        </svg>
        <Stops size="large" className={styles['stops']}>
          {stops.map(({ to, linkText, ...stop }) => (
            <Stop key={stop.day} className={styles['stop']} {...stop}>
              <Link to={to} className={styles['link']}>
                {linkText}
              </Link>
            </Stop>
          ))}
        </Stops>
      </div>
    </section>
  )
}
