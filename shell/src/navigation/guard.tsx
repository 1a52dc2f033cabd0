import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { Navigate, useLocation } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { useEndingStore } from '@ultimate/kit/state/session.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageShape } from '../frame/page-shape.tsx'
import { accessDecision, firstPageFor } from './admission.ts'
import { home, pageAt } from './pages.ts'

/** The state of the home page's history entry when a visitor was led there: where they wanted to go. */
interface Turned {
  readonly wanted: string
}

/**
 * Shows a page to those it is for; others are led to / and shown why, except after their own logout. Visitors come back
 * to the page once they have signed in; a user who signs in on the home page goes on to the first page of their role. A
 * page that can itself show that its session ended stays open when that happens.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname, search, hash, state } = useLocation()
  const { user, isLoading } = useAuth()
  const page = pageAt(pathname)
  const entered = useRef<string | null>(null)
  const wasInside = entered.current === pathname
  const isOwnLogout = useEndingStore(({ ending }) => ending === 'own')
  const mayStay = wasInside && !isOwnLogout
  const decision = page && !isLoading ? accessDecision(page, user?.role ?? null, mayStay) : null
  const reason = decision?.kind === 'home' ? decision.reason : null

  useEffect(() => {
    if (reason === null) entered.current = isLoading ? null : pathname
    else if (!wasInside) toast.error(reason)
  }, [reason, wasInside, isLoading, pathname])

  const first = useFirstPage(pathname)
  const wanted = user ? ((state as Turned | null)?.wanted ?? first) : undefined
  if (wanted !== undefined) return <Navigate to={wanted} replace />
  if (reason !== null) {
    // A role that the page is not for would be led to and fro.
    const turned: Turned | null = user || isOwnLogout ? null : { wanted: `${pathname}${search}${hash}` }
    return <Navigate to="/" replace state={turned} />
  }
  if (page && page.admission !== 'everyone' && isLoading) return <PageShape />
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
