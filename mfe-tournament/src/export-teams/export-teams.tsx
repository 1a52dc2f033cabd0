import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useMutation } from '@ultimate/kit/request/query.ts'
import { saveFile } from '@ultimate/kit/request/save-file.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Download } from 'lucide-react'
import { sentenceOf } from '../teams/teams-query.ts'

/** For TD and admin: exports all teams with contact data as CSV, which the server writes. */
export function ExportTeams() {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const { mutate, isPending } = useMutation({
    mutationFn: () => callForFile('POST /api/registered-teams/export', {}),
    onSuccess: ({ name, content }) => saveFile(name || 'teams.csv', content),
    onError: (error) => toast.error(sentenceOf(error, 'Failed to export the teams')),
  })
  if (!isAllowed(adminOrTd, role)) return null
  return (
    <Button variant="secondary" icon={<Download aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  )
}
