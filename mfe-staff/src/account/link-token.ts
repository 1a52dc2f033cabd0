import { useLocation, useNavigate } from '@ultimate/kit/router.ts'
import { useEffect, useState } from 'react'

/** Returns the token of a mailed link (`#token=…`), and removes it from the address and the browser's history. */
export function useLinkToken(): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const tokenInAddress = new URLSearchParams(hash.slice(1)).get('token')
  const [token, setToken] = useState(tokenInAddress)
  useEffect(() => {
    if (tokenInAddress === null) return
    setToken(tokenInAddress)
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [tokenInAddress, navigate])
  return token
}
