import { OfflineBar } from '@ultimate/kit/components/layout/offline-bar.tsx'
import { ProgressLine } from '@ultimate/kit/components/loading/progress-line.tsx'
import { Toaster } from '@ultimate/kit/components/toasts/toaster.tsx'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { lazy, Suspense } from 'react'
import { Guard } from '../navigation/guard.tsx'
import { Header } from '../navigation/header.tsx'
import { LogoutQuestionPlace } from '../sign-in/log-out.tsx'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { Footer } from './footer.tsx'
import { FrameShape } from './frame-shape.tsx'
import { scrollPositions, usePageArrival } from './page-arrival.ts'

const StaffLine = lazy(async () => ({ default: (await import('./staff-line.tsx')).StaffLine }))

function HeaderWithLine() {
  return (
    <>
      <Header />
      <OfflineBar />
    </>
  )
}

/** What stands around every page. */
export function Frame() {
  const { pathname } = useLocation()
  const loading = useNavigation().state === 'loading'
  const main = usePageArrival(pathname)
  const isSignedIn = useSessionStore((session) => session.isAuthenticated)
  return (
    <>
      <Suspense fallback={null}>{isSignedIn && <StaffLine />}</Suspense>
      <FrameShape main={main} loading={loading} header={<HeaderWithLine />} footer={<Footer />}>
        <SessionEnded />
        <Guard>
          <Outlet />
        </Guard>
      </FrameShape>
      <LogoutQuestionPlace />
      <Toaster />
      <ScrollRestoration storageKey={scrollPositions} />
    </>
  )
}

/** Stands in for the frame while the first page's part is on its way. */
export function PageLoading() {
  return <ProgressLine active label="Loading the page" />
}
