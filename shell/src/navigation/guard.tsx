import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { Navigate, useLocation } from '@ultimate/kit/router.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { setOwnLogout, useLogoutStore } from '@ultimate/kit/state/session.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageShape } from '../frame/page-shape.tsx'
import { accessDecision, pageAt } from './pages.ts'

/**
 * Shows a page to those it is for; others are led to / and told why, except after their own logout. A page that can
 * say by itself that its session ended stays open when that happens.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  const { user, isLoading } = useAuth()
  const page = pageAt(pathname)
  const entered = useRef<string | null>(null)
  const wasInside = entered.current === pathname
  const isOwnLogout = useLogoutStore(({ isOwn }) => isOwn)
  const mayStay = wasInside && !isOwnLogout
  const decision = page && !isLoading ? accessDecision(page, user?.role ?? null, mayStay) : null
  const reason = decision?.kind === 'home' ? decision.reason : null

  useEffect(() => {
    if (user) setOwnLogout(false)
  }, [user])
  useEffect(() => {
    if (reason === null) entered.current = isLoading ? null : pathname
    else if (!wasInside) toast.error(reason)
  }, [reason, wasInside, isLoading, pathname])

  if (reason !== null) return <Navigate to="/" replace />
  if (page && page.admission !== 'everyone' && isLoading) return <PageShape />
  return children
}
