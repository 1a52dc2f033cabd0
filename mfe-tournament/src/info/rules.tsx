import { InfoSection } from './info-section.tsx'
import styles from './rules.module.css'

const rules = [
  { what: 'Gender ratio', number: '4/3 or 3/4', how: 'The default on every line.' },
  { what: 'Games', number: 'to 11', how: 'Points win a game.' },
  { what: 'Semifinals and finals', number: 'to 13', how: 'Two points more to prove it.' },
  { what: 'Cap', number: '10 minutes', how: 'From round end.' },
  { what: 'Timeouts', number: '1 per half', how: 'Spend it well.' },
] as const

/** What a game is, in numbers. */
export function Rules() {
  return (
    <InfoSection id="rules" feather="gold">
      <dl className={styles['board']} data-ground="festive">
        {rules.map(({ what, number, how }) => (
          <div key={what} className={styles['rule']}>
            <dt>{what}</dt>
            <dd className={styles['number']}>{number}</dd>
            <dd className={styles['how']}>{how}</dd>
          </div>
        ))}
      </dl>
    </InfoSection>
  )
}
