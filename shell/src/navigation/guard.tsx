import { useAuth } from '@ultimate/kit/auth.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { Navigate, useLocation } from '@ultimate/kit/router.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { ownLogout } from './own-logout.ts'
import { accessDecision, pageAt } from './pages.ts'

/**
 * Lets in whom the page is for; everybody else lands on / and is told why. Somebody who just logged out needs no
 * telling. A page that can say by itself that nobody is logged in keeps whoever loses the session while it is open.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  const { user, isLoading } = useAuth()
  const page = pageAt(pathname)
  const entered = useRef<string | null>(null)
  const wasInside = entered.current === pathname
  const mayStay = wasInside && !ownLogout.hasBegun()
  const passage = page && !isLoading ? accessDecision(page, user?.role ?? null, mayStay) : null
  const reason = passage?.kind === 'home' ? passage.reason : null

  useEffect(() => {
    if (user) ownLogout.end()
  }, [user])
  useEffect(() => {
    if (reason === null) entered.current = isLoading ? null : pathname
    else if (!wasInside) toast.error(reason)
  }, [reason, wasInside, isLoading, pathname])

  if (reason !== null) return <Navigate to="/" replace />
  if (page && page.admission !== 'everyone' && isLoading) return null
  return children
}
