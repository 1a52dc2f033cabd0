import { OfflineBar } from '@ultimate/kit/components/offline-bar.tsx'
import { ProgressLine } from '@ultimate/kit/components/progress-line.tsx'
import { SkipLink } from '@ultimate/kit/components/skip-link.tsx'
import { Toaster } from '@ultimate/kit/components/toaster.tsx'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from '@ultimate/kit/router.ts'
import { Guard } from '../navigation/guard.tsx'
import { Header } from '../navigation/header.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { usePageArrival } from './use-page-arrival.ts'

/** What stands around every page. */
export function Frame() {
  const { pathname } = useLocation()
  const loading = useNavigation().state === 'loading'
  const main = usePageArrival(pathname)
  return (
    <div className={styles['frame']}>
      <SkipLink />
      <OfflineBar />
      <Header />
      <ProgressLine active={loading} />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        <Guard>
          <Outlet />
        </Guard>
      </main>
      <Footer />
      <Toaster />
      <ScrollRestoration />
    </div>
  )
}
