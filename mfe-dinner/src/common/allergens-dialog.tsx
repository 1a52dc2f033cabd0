import type { Allergens } from '@ultimate/events/dinner/allergens.ts'
import { allergensRequest } from '@ultimate/events/dinner/slots/signup-schema.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, useState } from 'react'
import { AllergenFields } from './allergens.tsx'

interface AllergensDialogProps {
  readonly signupId: string
  readonly dish: string
  /** The allergens that are named so far. */
  readonly allergens: Allergens
  readonly onClose: () => void
}

/** Replaces the allergens that are named for a dish. For the owner of the sign-up, and for TD and admin. */
export function AllergensDialog({ signupId: id, dish, allergens, onClose }: AllergensDialogProps) {
  const [draft, setDraft] = useState<Allergens>(allergens)
  const [error, setError] = useState<string>()
  const { run, isPending, waiting, message } = useCommand({
    send: async (named: ReturnType<typeof allergensRequest.parse>, idempotencyKey) => {
      const input = { params: { id }, body: { allergens: named } }
      await call('PUT /api/dinner-signup/{id}/allergens', input, { idempotencyKey })
      // The lists show the new allergens before the dialog closes.
      await Promise.all([refresh(['slots']), refresh(['signups'])])
      return idempotencyKey
    },
    pauses: shortPauses,
    failed: (failure) => messageOrStatus(failure, 'No response. Please try again.'),
    onDone: (key) => {
      toast.success(`The allergens of ${dish} are saved.`, offerUndo([key]))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data, error: invalid } = allergensRequest.safeParse(draft)
    setError(invalid?.issues[0]?.message)
    if (data && !isPending) run(data)
  }
  const leave = () => {
    waiting?.cancel()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={`Allergens in ${dish}`}
      description="The kitchen sees them on its lists, and guests on the label of the tray."
      actions={
        <>
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form="allergens" busy={isPending && !waiting}>
            Save
          </Button>
        </>
      }
    >
      <form id="allergens" noValidate aria-label={`Allergens in ${dish}`} onSubmit={submit}>
        <AllergenFields value={draft} error={error} onValueChange={setDraft} />
        <WaitsForConnection waiting={waiting} message={message} />
      </form>
    </Dialog>
  )
}
