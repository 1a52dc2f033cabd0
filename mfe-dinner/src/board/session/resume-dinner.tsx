import type { Session } from '@ultimate/events/dinner/board/board-api.ts'
import { resumableUntil, resumeMinutes } from '@ultimate/events/dinner/session.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { Undo2 } from 'lucide-react'
import { readAgain, takeSession } from '../board-query.ts'
import { useServerTime } from '../server-clock.ts'

/** Minutes for which a finished dinner can still be resumed, at most; 0 once that is over. */
export function minutesLeft({ finished_at }: Pick<Session, 'finished_at'>, now: number): number {
  if (finished_at === null) return 0
  const left = resumableUntil(finished_at) - now
  return Math.min(resumeMinutes, Math.max(0, Math.ceil(left / 60_000)))
}

/** The way back from a mistaken Finish, for as long as there is one. */
export function ResumeDinner({ session }: { readonly session: Session }) {
  const left = useServerTime((now) => minutesLeft(session, now))
  const { run, isPending, waiting } = useCommand<void, string>({
    send: async (_, idempotencyKey) => {
      const answer = await call('POST /api/dinner-management/resume', {}, { idempotencyKey })
      await takeSession(answer.session)
      return idempotencyKey
    },
    onDone: (key) =>
      toast.success('Dinner goes on. All clocks count as if it had not been finished.', offerUndo([key])),
    onError: (error) => {
      void readAgain()
      toast.error(messageOrStatus(error, 'Dinner is still finished: no connection. Please try again.'))
    },
  })
  if (left === 0) return null
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        title={`Possible for ${left} more ${left === 1 ? 'minute' : 'minutes'}`}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Resume Dinner
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
