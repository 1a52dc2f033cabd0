import { Notice } from '@ultimate/kit/components/notice.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { useEffect, useRef } from 'react'

/** Takes the focus as it appears, because the button that had it is gone or disabled. */
function useFocusOnce(isDue: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDue) ref.current?.focus()
  }, [isDue])
  return ref
}

/** Stays for as long as the form does; the thanks alone pass. */
export function Receipt({ team, isNew }: { readonly team: string; readonly isNew: boolean }) {
  const ref = useFocusOnce(isNew)
  return (
    <div ref={ref} tabIndex={-1} role="status">
      <Notice tone="good" title={isNew ? 'Thanks! Your bid has been received.' : `${team} has a bid in.`}>
        See where you stand among the <Link to="/registration/teams">registered teams</Link>. A confirmation is on its
        way to the captain.
      </Notice>
    </div>
  )
}

export function Failure() {
  const ref = useFocusOnce(true)
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Notice tone="bad" title="Could not submit right now. Please try again or contact the organizers." />
    </div>
  )
}
