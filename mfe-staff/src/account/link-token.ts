import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { useEffect, useState } from 'react'

/** The mail's link carries its token behind a `#`; it leaves the address, and so the history, at once. */
export function useLinkToken(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(hash.slice(1)).get('token')
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (found === null) return
    setToken(found)
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [found, navigate])
  return token
}
