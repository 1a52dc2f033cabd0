import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, happenedOf } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'

interface UndoableCommand<Subject, Answer> {
  readonly send: (subject: Subject, key: string) => Promise<Answer>
  /** The sentence about a failure for which the server gave none. */
  readonly failed: string
  /** Brings the change to the screen. */
  readonly show: (answer: Answer, key: string) => Promise<unknown>
  readonly onDone?: ((subject: Subject) => void) | undefined
  /** Returns the text of the toast. */
  readonly done: (subject: Subject, answer: Answer) => string
  readonly onError?: (error: Error) => unknown
}

/** A change by staff: shows its effects, and offers to undo it. */
export function useUndoableCommand<Subject, Answer = unknown>(command: UndoableCommand<Subject, Answer>) {
  const { send, failed, show, onDone, done, onError } = command
  return useCommand<Subject, { readonly answer: Answer; readonly key: string }>({
    send: async (subject, key) => ({ answer: await send(subject, key), key }),
    failed: (error) => describeFailure(error, failed),
    onDone: async ({ answer, key }, subject) => {
      await show(answer, key)
      onDone?.(subject)
      toast.success(done(subject, answer), offerUndo([key]))
    },
    onError: (error) => onError?.(error),
  })
}

/** Describes the failure, with what another director did meanwhile. */
function describeFailure(error: Error, failed: string): string {
  const happened = error instanceof ApiError ? happenedOf(error) : undefined
  const message = messageOrStatus(error, failed)
  return happened ? `${message} ${happened.what}${happened.by === null ? '' : ` by ${happened.by}`}.` : message
}
