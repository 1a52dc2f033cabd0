import { Logo } from '@ultimate/kit/art/logo.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import styles from './footer.module.css'

/** When, where, and how to reach us. */
export function Footer() {
  const { name, dates, place, email, club, year } = eventFacts
  return (
    <footer className={styles['footer']} data-ground="festive">
      <div className={styles['inner']}>
        <div className={styles['event']}>
          <Logo className={styles['logo']} />
          <p>
            <strong className={styles['name']}>{name}</strong>
            <time dateTime={eventFacts.firstDay}>{dates}</time>
            <span className={styles['place']}>{place}</span>
          </p>
        </div>
        <div className={styles['contact']}>
          <p>Questions? Copy our address:</p>
          <CopyButton text={email}>{email}</CopyButton>
        </div>
        <p className={styles['copyright']}>
          © {year} {club}
        </p>
      </div>
    </footer>
  )
}
