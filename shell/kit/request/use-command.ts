import { useMutation } from '@ultimate/kit/request/query.ts'
import { useRef } from 'react'
import { isDomainError, messageOf } from './answer.ts'
import { attemptFor, newKey } from './idempotency-key.ts'

export interface Command<Subject, Value> {
  /** Calls the server under the key. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Whether an attempt for one is an attempt for the other as well. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** What to say where the server says nothing, or what to say of an error; nothing, where it is not said in place. */
  readonly failed?: string | ((error: Error) => string)
  readonly onDone?: (value: Value, subject: Subject) => unknown
  readonly onError?: (error: Error, subject: Subject) => unknown
}

/** One command of a button or a dialog. Until the server has answered, asking again about the same subject sends the same key. */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const { send, isSame = Object.is, failed, onDone, onError } = command
  const attempt = useRef<{ readonly key: string; readonly subject: Subject } | null>(null)
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: (subject: Subject) => {
      const next = { key: newKey(), subject }
      attempt.current = attemptFor(attempt.current, next, (one, other) => isSame(one.subject, other.subject))
      return send(subject, attempt.current.key)
    },
    onSuccess: (value, subject) => {
      attempt.current = null
      return onDone?.(value, subject)
    },
    onError: (error, subject) => {
      if (isDomainError(error)) attempt.current = null
      return onError?.(error, subject)
    },
  })
  const describe = typeof failed === 'string' ? (error: Error) => messageOf(error, failed) : failed
  return {
    run: mutate,
    isPending,
    /** With what the server accepted the last one. */
    value: data,
    error,
    message: (error && describe?.(error)) ?? null,
    reset,
  }
}
