import { PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { call, type Operations } from '@ultimate/kit/request/api.ts'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { useEffect, useState } from 'react'
import { whenPageIsIdle } from './when-idle.ts'

type Head = Operations['GET /api/log-head']['answer']['head']

/**
 * The newest seal of the record, as words, at the foot of what staff print. A sheet in a drawer proves later what had
 * been recorded by then. Prints of visitors have none.
 */
export function PrintFoot() {
  const { user } = useAuth()
  return user && <Seal />
}

function Seal() {
  const head = useHead()
  if (head === null) return null
  return (
    <PrintOnly>
      <p>
        Record of {head.size.toLocaleString('en-US')} events, sealed {venueMoment(new Date(head.at))}: {head.words}
      </p>
    </PrintOnly>
  )
}

/** Reads the head when the page is idle, and when it is shown again, because a print cannot wait for an answer. */
function useHead(): Head {
  const [head, setHead] = useState<Head>(null)
  useEffect(() => {
    let isGone = false
    const read = () => {
      // The page may be idle only after this component is gone.
      if (isGone || document.hidden || !navigator.onLine) return
      call('GET /api/log-head', {}).then(
        (answer) => setHead(answer.head),
        () => undefined,
      )
    }
    whenPageIsIdle(read)
    document.addEventListener('visibilitychange', read)
    addEventListener('afterprint', read)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', read)
      removeEventListener('afterprint', read)
    }
  }, [])
  return head
}
