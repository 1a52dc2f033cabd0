import { useAuth } from '@ultimate/kit/auth.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { Navigate, useLocation } from '@ultimate/kit/router.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { pageAt, turnedAway } from './pages.ts'

/** Lets in whom the page is for; everybody else lands on / and is told why. Somebody who just logged out needs no telling. */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation()
  const { user, isLoading } = useAuth()
  const page = pageAt(pathname)
  const entered = useRef<string | null>(null)
  const reason = page && !isLoading ? turnedAway(page, user?.role ?? null) : null
  const wasInside = entered.current === pathname

  useEffect(() => {
    if (reason === null) entered.current = isLoading ? null : pathname
    else if (!wasInside) toast.error(reason)
  }, [reason, wasInside, isLoading, pathname])

  if (reason !== null) return <Navigate to="/" replace />
  if (page && page.admission !== 'everyone' && isLoading) return null
  return children
}
