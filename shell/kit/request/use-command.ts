import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Attempt, attempt, cancelAttempt, resetAttempt, useAttempts, watchPlace } from '../sending/attempts.ts'
import { messageOf } from './answer.ts'
import { newKey } from './idempotency-key.ts'

export interface Command<Subject, Value> {
  /** Calls the server under the key. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Whether an attempt for one is an attempt for the other as well. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** What to say where the server says nothing, or what to say of an error; nothing, where it is not said in place. */
  readonly failed?: string | ((error: Error) => string)
  readonly onDone?: (value: Value, subject: Subject) => unknown
  readonly onError?: (error: Error, subject: Subject) => unknown
  /** Names what the command is about, where its component comes and goes: the next one shows the attempt that waits. */
  readonly place?: string
}

/** An attempt that is not sent yet, because the line is gone. */
export interface Waiting {
  readonly cancel: () => void
}

/**
 * One command of a button or a dialog. Until the server has answered, asking again about the same subject sends the same
 * key. Without a line the attempt waits for it, says so (`waiting`) and can be cancelled.
 */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const [own] = useState(newKey)
  const { place = own } = command
  const latest = useRef(command)
  latest.current = command
  const known = useAttempts(({ at }) => at[place]) as Attempt<Subject, Value> | undefined
  useEffect(() => watchPlace(place), [place])

  const run = useCallback(
    (subject: Subject) => {
      const { send, isSame = Object.is } = latest.current
      void attempt<Subject, Value>(place, subject, {
        send,
        isSame,
        onDone: (value) => latest.current.onDone?.(value, subject),
        onError: (error) => latest.current.onError?.(error, subject),
        onUnseenFailure: (error) => {
          const message = describe(latest.current, error)
          if (message) toast.error(message)
        },
      })
    },
    [place],
  )
  const cancel = useCallback(() => cancelAttempt(place), [place])
  const reset = useCallback(() => resetAttempt(place), [place])
  const waiting: Waiting | null = known?.step === 'not-sent' ? { cancel } : null
  const error = known?.error ?? null
  return {
    run,
    isPending: known?.step === 'sending' || waiting !== null,
    waiting,
    /** What the latest attempt is about. */
    subject: known?.subject,
    /** With what the server accepted the last one. */
    value: known?.value,
    error,
    message: error && describe(command, error),
    reset,
  }
}

function describe<Subject, Value>({ failed }: Command<Subject, Value>, error: Error): string | null {
  return (typeof failed === 'string' ? messageOf(error, failed) : failed?.(error)) ?? null
}
