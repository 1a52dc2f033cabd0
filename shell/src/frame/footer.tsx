import { Logo } from '@ultimate/kit/art/logo.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { call, type Operations } from '@ultimate/kit/request/api.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { useEffect, useState } from 'react'
import { archivePage } from '../navigation/pages.ts'
import { whenPageRests } from './at-rest.ts'
import styles from './footer.module.css'

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
            <span className={styles['place']}>{city}</span>
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

type Head = Operations['GET /api/log-head']['answer']['head']

/**
 * The newest seal of the record, as words, at the foot of what staff print. A sheet in a drawer proves later what had
 * been recorded by then. Prints of visitors have none.
 */
export function PrintFoot() {
  const { user } = useAuth()
  return user && <Seal />
}

function Seal() {
  const head = useHead()
  if (head === null) return null
  return (
    <PrintOnly>
      <p>
        Record of {head.size.toLocaleString('en-US')} events, sealed {venueMoment(new Date(head.at))}: {head.words}
      </p>
    </PrintOnly>
  )
}

/** A print cannot wait for an answer. So it is asked for when the page rests, and again after each time away. */
function useHead(): Head {
  const [head, setHead] = useState<Head>(null)
  useEffect(() => {
    let isGone = false
    const read = () => {
      // A page may only rest once this is gone.
      if (isGone || document.hidden || !navigator.onLine) return
      call('GET /api/log-head', {}).then(
        (answer) => setHead(answer.head),
        () => undefined,
      )
    }
    whenPageRests(read)
    document.addEventListener('visibilitychange', read)
    addEventListener('afterprint', read)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', read)
      removeEventListener('afterprint', read)
    }
  }, [])
  return head
}
