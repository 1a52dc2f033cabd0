import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Download } from 'lucide-react'

interface ExportSignupsProps {
  readonly category: SlotCategory | 'all'
  readonly className?: string | undefined
}

/** Exports the sign-ups with addresses for TD and admin, as CSV that the server writes. */
export function ExportSignups({ category, className }: ExportSignupsProps) {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const { run, isPending, waiting } = useExport({
    send: () => callForFile('POST /api/dinner-signups/export', { query: { category } }),
    name: 'sign-ups.csv',
    failed: (error) => messageOrStatus(error, 'Failed to export the sign-ups'),
  })
  if (!isAllowed(adminOrTd, role)) return null
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className={className}
        icon={<Download aria-hidden="true" />}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Export sign-ups
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
