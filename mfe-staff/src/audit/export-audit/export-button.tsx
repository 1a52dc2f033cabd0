import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Download } from 'lucide-react'
import type { Conditions } from '../filter/audit-filter.ts'

/** Saves what the filters leave as a file for a spreadsheet. */
export function ExportButton({ conditions }: { readonly conditions: Conditions }) {
  const { run, isPending, waiting } = useExport({
    send: () => callForFile('POST /api/audit/export', { query: conditions }),
    name: 'audit.csv',
    failed: (error) => messageOf(error, 'Failed to export the audit'),
  })
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Export CSV
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
