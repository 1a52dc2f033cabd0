import { Logo } from '@ultimate/kit/art/logo.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { Link } from '@ultimate/kit/router.ts'
import { archivePage } from '../navigation/pages.ts'
import styles from './frame.module.css'

/** The date, the place, and how to reach us. */
export function Footer() {
  const { name, dates, city, email, club, year, firstDay } = useWords()
  const archive = archivePage()
  return (
    <footer className={styles['footer']} data-ground="festive">
      <div className={styles['inner']}>
        <div className={styles['event']}>
          <FooterLogo />
          <p>
            <strong className={styles['name']}>{name}</strong>
            <time dateTime={firstDay}>{dates}</time>
            <span className={styles['venue']}>{city}</span>
          </p>
        </div>
        <div className={styles['contact']}>
          <p>Questions? Copy our address:</p>
          <CopyButton text={email}>{email}</CopyButton>
        </div>
        <p className={styles['copyright']}>
          © {year} {club}
          {archive && (
            <span>
              {' · '}
              <Link to={archive.path}>{archive.label}</Link>
            </span>
          )}
        </p>
      </div>
    </footer>
  )
}

/** The logo beside the name. */
export const FooterLogo = () => <Logo className={styles['logo']} />
