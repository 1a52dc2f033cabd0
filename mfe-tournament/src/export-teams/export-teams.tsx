import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Download } from 'lucide-react'

/** For TD and admin: exports all teams with contact data as CSV, which the server writes. */
export function ExportTeams() {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const { run, isPending, waiting } = useExport({
    send: () => callForFile('POST /api/registered-teams/export', {}),
    name: 'teams.csv',
    failed: (error) => messageOrStatus(error, 'Failed to export the teams'),
  })
  if (!isAllowed(adminOrTd, role)) return null
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        icon={<Download aria-hidden="true" />}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Export CSV
      </Button>
      <WaitsForLine waiting={waiting} />
    </>
  )
}
