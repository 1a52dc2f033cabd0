import { late } from '@ultimate/kit/components/loading/late.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { Toaster, UndoQuestion } from '@ultimate/kit/components/toasts/toaster.tsx'
import { currentEdition } from '@ultimate/kit/event/edition.ts'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { useEndingStore, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useStorageStore } from '@ultimate/kit/state/storage.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { accessDecision, firstPageFor } from '../navigation/admission.ts'
import { Header } from '../navigation/header.tsx'
import { home, pageAt, shownPreview } from '../navigation/pages.ts'
import { NewVersionBar } from '../release/new-version-bar.tsx'
import { LogoutQuestionPlace } from '../sign-in/log-out.tsx'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { Xray } from '../xray/xray.tsx'
import { Announcements } from './announcements.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { FrameLayout } from './frame-layout.tsx'
import { useLastingFocus } from './lasting-focus.ts'
import { isFramed, scrollPositions, usePageArrival } from './page-arrival.ts'
import { CurrentPageSkeleton } from './page-skeleton.tsx'
import { PrintFoot } from './print-foot.tsx'
import { BrokenPage, Region } from './problems.tsx'
import { whenPageIsIdle } from './when-idle.ts'

/** The frame around every page. */
export function Frame() {
  const { pathname } = useLocation()
  const loading = useNavigation().state === 'loading'
  const main = usePageArrival(pathname)
  useLastingFocus(main)
  const isSignedIn = useSessionStore((session) => session.isAuthenticated)
  useStorageWarning()
  return (
    <>
      <Region>{isSignedIn && <StaffConnection />}</Region>
      <Region>
        <LiveEdition />
      </Region>
      <FrameLayout
        main={main}
        loading={loading}
        header={<HeaderWithBars />}
        footer={
          <>
            <Region>
              <Footer />
            </Region>
            <Region>
              <PrintFoot />
            </Region>
          </>
        }
      >
        <Region>
          <SessionEnded />
        </Region>
        <Region instead={<BrokenPage />}>
          <Guard>
            <Outlet />
          </Guard>
        </Region>
      </FrameLayout>
      {[LogoutQuestionPlace, Xray, Toaster, UndoQuestion].map((Overlay) => (
        <Region key={Overlay.name}>
          <Overlay />
        </Region>
      ))}
      <ScrollRestoration storageKey={scrollPositions} />
    </>
  )
}

/** Keeps a connection to the server on every page of staff, so that a removed user is signed out on any of them. */
const StaffConnection = late(
  async () => {
    const { useLive } = await import(/* webpackChunkName: "live" */ '@ultimate/kit/request/live.ts')
    return function StaffConnection() {
      useLive(['users'])
      return null
    }
  },
  { what: 'The live connection', failed: () => null },
)

/** Follows changes of the edition, but not in the preview of the settings. */
function LiveEdition() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenPageIsIdle(() => setIsIdle(true)), [])
  return <EditionFeed isWanted={isIdle && !isFramed()} />
}

/** The feed is in the file of the code for live changes, so that the first page does not wait for it. */
const EditionFeed = late<{ readonly isWanted: boolean }>(
  async () => (await import(/* webpackChunkName: "live" */ './live-feeds.tsx')).EditionFeed,
  { what: 'The edition', isWanted: ({ isWanted }) => isWanted, failed: () => null },
)

function HeaderWithBars() {
  return (
    <>
      {Object.keys(shownPreview()).length > 0 && (
        <Region>
          <PreviewBar preview={shownPreview()} />
        </Region>
      )}
      <Region instead={<PlainHeader />}>
        <Header />
      </Region>
      <Region>
        <Announcements />
      </Region>
      <Region>
        <ConnectionStatus />
      </Region>
      <Region>
        <NewVersionBar />
      </Region>
    </>
  )
}

/** The bar is in a file of its own, because only those who make the site ever see it. */
const PreviewBar = late(
  async () => (await import(/* webpackChunkName: "tools" */ '../release/preview-bar.tsx')).PreviewBar,
  { what: 'The preview bar' },
)

/** Replaces a header that failed to render with a link to the home page. */
function PlainHeader() {
  return (
    <header className={styles['plainHeader']} data-ground="festive">
      <a href="/">{currentEdition().words.name}</a>
    </header>
  )
}

const withoutStorage =
  'Your browser is blocking storage. Everything works, but a reload signs you out and loses what you typed.'

/** Shows the warning once, long enough to be read. */
function useStorageWarning(): void {
  const isRefused = useStorageStore((storage) => storage.isRefused)
  useEffect(() => {
    if (isRefused) toast.error(withoutStorage, { duration: 10_000 })
  }, [isRefused])
}

/** The history state of the home page when a visitor was led there from another page. */
interface HomeState {
  /** The address of that page. */
  readonly wanted: string
}

/**
 * Shows a page to those it is for; others are led to / and shown why, except after their own logout. Visitors come back
 * to the page once they have signed in. A user who signs in on the home page goes on to the first page of their role. A
 * page that can itself show that its session ended stays open when that happens.
 */
function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname, search, hash, state } = useLocation()
  const { user, isLoading } = useAuth()
  const page = pageAt(pathname)
  const enteredPath = useRef<string | null>(null)
  const wasInside = enteredPath.current === pathname
  const isOwnLogout = useEndingStore(({ ending }) => ending === 'own')
  const mayStay = wasInside && !isOwnLogout
  const decision = page && !isLoading ? accessDecision(page, user?.role ?? null, mayStay) : null
  const reason = decision?.kind === 'home' ? decision.reason : null

  useEffect(() => {
    if (reason === null) enteredPath.current = isLoading ? null : pathname
    else if (!wasInside) toast.error(reason)
  }, [reason, wasInside, isLoading, pathname])

  const firstPage = useFirstPage(pathname)
  const target = user ? ((state as HomeState | null)?.wanted ?? firstPage) : undefined
  if (target !== undefined) return <Navigate to={target} replace />
  if (reason !== null) {
    // A user whose role may not open the page would be led back and forth.
    const homeState: HomeState | null = user || isOwnLogout ? null : { wanted: `${pathname}${search}${hash}` }
    return <Navigate to="/" replace state={homeState} />
  }
  if (page && page.admission !== 'everyone' && isLoading) return <CurrentPageSkeleton />
  return children
}

/** Returns the first page of a user who has just signed in on this tab's home page; tabs in the background stay. */
function useFirstPage(pathname: string): string | undefined {
  const { user, isLoading } = useAuth()
  const wasVisitor = useRef(false)
  const hasArrived = user !== null && wasVisitor.current && !document.hidden
  useEffect(() => {
    wasVisitor.current = !isLoading && user === null
  }, [isLoading, user])
  return hasArrived && pathname === home.path ? firstPageFor(user.role)?.path : undefined
}
