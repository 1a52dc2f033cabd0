import type { DayChangeKind } from '@ultimate/events/tournament/weekend/plan-times.ts'
import type { ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Undo2 } from 'lucide-react'
import { useUndoableCommand } from '../../undoable-command.ts'
import { changeWords } from './day-change.ts'

/** Undoes the last of these changes. */
export function UndoDayChange({ changes }: { readonly changes: ScheduleDraft['day_changes'] }) {
  const failed = 'It could not be undone.'
  const undoing = useUndoableCommand({
    send: (_: DayChangeKind, key) => call('POST /api/schedule/shift/undo', {}, { idempotencyKey: key }),
    failed,
    show: () => refresh(['schedule']),
    done: (kind) => changeWords[kind].undone,
    onError: (error) => void toast.error(messageOrStatus(error, failed)),
  })
  const last = changes.at(-1)
  if (!last) return null
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        busy={undoing.isPending && !undoing.waiting}
        onClick={() => undoing.run(last)}
      >
        {changeWords[last].undo} ({changes.length})
      </Button>
      <WaitsForConnection waiting={undoing.waiting} />
    </>
  )
}
