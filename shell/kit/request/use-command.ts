import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import {
  type CommandToSend,
  cancelCommand,
  isShown,
  resetCommand,
  type SentCommand,
  sendCommand,
  useSentCommand,
} from '@ultimate/kit/sending/send-command.ts'
import { useCallback, useRef, useState } from 'react'
import { messageOf } from './answer.ts'
import { newKey } from './idempotency-key.ts'
import { isEqual } from './is-equal.ts'

export interface Command<Subject, Value>
  extends Pick<CommandToSend<Subject, Value>, 'entity' | 'send' | 'isSame' | 'pauses' | 'isRepeated'> {
  /** The message where the server reports none, or of an error; left out where none is shown in place. */
  readonly failed?: string | ((error: Error) => string)
  readonly onDone?: (value: Value, subject: Subject) => unknown
  readonly onError?: (error: Error, subject: Subject) => unknown
  /** Names what the command is about, where its component comes and goes: the next one shows the command that waits. */
  readonly place?: string
}

/** A command that is not sent yet, because the connection is lost. */
export interface Waiting {
  readonly cancel: () => void
}

/**
 * One command of a button or a dialog. Until the server has answered, asking again about the same subject sends the
 * same key. Without a connection the command waits for it, shows that (`waiting`) and can be canceled.
 */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const [own] = useState(newKey)
  const { place = own } = command
  const latest = useRef(command)
  latest.current = command
  const known = useSentCommand(place) as SentCommand<Subject, Value> | undefined

  const run = useCallback(
    (subject: Subject) => {
      const { send, onDone, onError, failed, place: _, ...options } = latest.current
      let hasWaited = false
      sendCommand<Subject, Value>({
        // The shell of an earlier release compares by identity.
        isSame: isEqual,
        ...options,
        place,
        subject,
        send: async (sent, key) => {
          const value = await send(sent, key)
          await latest.current.onDone?.(value, sent)
          return value
        },
        onStatus: (status) => {
          hasWaited ||= status === 'queued'
        },
        onError: async (error) => {
          await latest.current.onError?.(error, subject)
          // Its row may be gone by now.
          const message = hasWaited && !isShown(place) && describe(latest.current, error)
          if (message) toast.error(message)
        },
      }).catch(() => undefined)
    },
    [place],
  )
  const cancel = useCallback(() => cancelCommand(place), [place])
  const reset = useCallback(() => resetCommand(place), [place])
  const waiting: Waiting | null = known?.status === 'queued' ? { cancel } : null
  const error = known?.error ?? null
  return {
    run,
    isPending: known?.status === 'sending' || waiting !== null,
    waiting,
    status: known?.status ?? null,
    /** The subject of the latest command. */
    subject: known?.subject,
    /** The value with which the server accepted the last one. */
    value: known?.value,
    error,
    message: error && describe(command, error),
    reset,
  }
}

/** The state of a command, as the question about it shows it. */
export type ShownCommand = Pick<ReturnType<typeof useCommand>, 'isPending' | 'waiting' | 'message' | 'reset'>

function describe<Subject, Value>({ failed }: Command<Subject, Value>, error: Error): string | null {
  return (typeof failed === 'string' ? messageOf(error, failed) : failed?.(error)) ?? null
}
