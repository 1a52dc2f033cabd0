import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import type { TeamChoices } from '@ultimate/events/tournament/team-filter.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Download } from 'lucide-react'
import { isFiltering, type ListFilter, noFilter, toParams } from '../teams/team-list.ts'

/** What the address of the list says of its filter; a file has no order but that of the bids. */
const toQuery = (filter: ListFilter) =>
  Object.fromEntries(new URLSearchParams(toParams({ ...filter, sort: noFilter.sort }))) as Partial<TeamChoices>

/** For TD and admin: exports the teams of the list with contact data as CSV, which the server writes. */
export function ExportTeams({ filter }: { readonly filter: ListFilter }) {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const { run, isPending, waiting } = useExport({
    send: () => callForFile('POST /api/registered-teams/export', { query: toQuery(filter) }),
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
        {isFiltering(filter) ? 'Export CSV (filtered)' : 'Export CSV'}
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
