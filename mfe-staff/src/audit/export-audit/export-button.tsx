import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { saveFile } from '@ultimate/kit/request/save-file.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { Download } from 'lucide-react'
import type { Conditions } from '../filter/audit-filter.ts'

const failed = 'Failed to export the audit'

/** Saves what the filters leave as a file for a spreadsheet. */
export function ExportButton({ conditions }: { readonly conditions: Conditions }) {
  const { run, isPending, waiting } = useCommand({
    send: () => callForFile('POST /api/audit/export', { query: conditions }),
    failed,
    onDone: ({ name, content }) => saveFile(name || 'audit.csv', content),
    onError: (error) => toast.error(messageOf(error, failed)),
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
      <WaitsForLine waiting={waiting} />
    </>
  )
}
