import type { Division } from '@ultimate/events/tournament/team.ts'
import { scheduleLimits } from '@ultimate/events/tournament/weekend/plan.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { type FormEvent, useId, useState } from 'react'
import { OrderList } from './order-list.tsx'
import type { PoolStandings } from './standing-words.ts'
import { useTieCommand } from './standings-commands.ts'

interface TieDialogProps {
  readonly division: Division
  readonly pool: PoolStandings
  readonly teams: readonly PoolStandings['rows'][number]['team'][]
  readonly onClose: () => void
}

/** The order of teams that no criterion separates, with the reason, which stands in the audit. */
export function TieDialog({ division, pool, teams, onClose }: TieDialogProps) {
  const [order, setOrder] = useState<readonly string[]>(teams.map(({ id }) => id))
  const [reason, setReason] = useState('')
  const id = useId()
  const deciding = useTieCommand(onClose)
  const names = new Map(teams.map((team) => [team.id, team.name]))
  const errors = deciding.error instanceof ApiError ? deciding.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deciding.run({ division, pool_id: pool.id, order: [...order], reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Tie in ${pool.name}`}
      description="No criterion separates these teams. The best comes first."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={id} busy={deciding.isPending && !deciding.waiting}>
            Decide
          </Button>
        </>
      }
    >
      <form id={id} noValidate aria-label="Tie" onSubmit={submit}>
        {deciding.message && <Notice tone="bad" announce="alert" title={deciding.message} />}
        <WaitsForConnection waiting={deciding.waiting} />
        <OrderList label="Teams" items={order} labelOf={(team) => names.get(team) ?? ''} onChange={setOrder} />
        <TextField
          label="Reason"
          hint="Such as a coin toss, or discs thrown."
          maxLength={scheduleLimits.reason}
          autoComplete="off"
          value={reason}
          error={errors['reason'] ?? errors['order']}
          onValueChange={setReason}
        />
      </form>
    </Dialog>
  )
}
