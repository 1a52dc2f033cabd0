import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useNavigate } from '@ultimate/kit/router.ts'
import { useState } from 'react'

/** Takes back an edition that is being set up. */
export function RemoveEdition({ year }: { readonly year: number }) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const removing = useCommand({
    place: `remove-edition-${year}`,
    send: (_: null, idempotencyKey) =>
      call('DELETE /api/editions/{year}', { params: { year: String(year) } }, { idempotencyKey }),
    failed: (error) => messageOf(error, 'The edition could not be removed.'),
    onDone: async () => {
      setAsked(false)
      toast.success(`The edition of ${year} is removed.`)
      void navigate('/settings')
      await refresh(['edition'])
    },
  })
  return (
    <>
      <Button variant="secondary" size="compact" onClick={() => setAsked(true)}>
        Remove {year}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Remove the edition of ${year}?`}
        confirmLabel="Remove"
        tone="danger"
        command={removing}
        onConfirm={() => removing.run(null)}
        onCancel={() => setAsked(false)}
      >
        <p>
          Its settings and the slots copied into it are deleted. You can start the edition again, from the current one.
        </p>
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}
