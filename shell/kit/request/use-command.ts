import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { useCallback, useRef, useState } from 'react'
import { messageOf, newKey } from './answer.ts'
import { sendCommand } from './command-sender.ts'
import { cancelCommand, isShown, resetCommand, useSentCommand } from './command-store.ts'

// Other files import these names from here. The shell shares this module with all parts, so the page has one store.
export { sendCommand } from './command-sender.ts'
export {
  CommandCanceled,
  cancelCommand,
  commandAt,
  isShown,
  isUnderWay,
  resetCommand,
  useSentCommand,
} from './command-store.ts'

/** A `queued` command waits for the connection. An `unknown` one got no answer, but may have taken effect. */
export type CommandStatus = 'queued' | 'sending' | 'done' | 'rejected' | 'unknown'

/**
 * A change that the server is asked for, under an idempotency key. A command is sent by one or several tries. If a
 * caller gives the same command again before an answer came, that is a retry: it has the key of the first one.
 */
export interface CommandToSend<Subject, Value> {
  /** Names the row, form or other part of a page that shows the command. A place has one command: the latest. */
  readonly place: string
  /** Names what the command changes, such as one team. Commands about one entity are sent in order, one by one. */
  readonly entity?: string | undefined
  /** The content of the command: best the body of the request. */
  readonly subject: Subject
  /** The idempotency key, unless the command is a retry; by default a new one. */
  readonly key?: string
  /** Calls the server. A retry gets the subject and the key of the first command. */
  readonly send: (subject: Subject, key: string) => Promise<Value>
  /** Returns whether two commands of the place are the same; by default, if their subjects are equal. */
  readonly isSame?: (one: Subject, other: Subject) => boolean
  /** The pauses, in milliseconds, after which a try without an answer sends its request again; by default none. */
  readonly pauses?: readonly number[] | undefined
  /** True if every try without an answer is followed by another one. Meanwhile, screens show the status `unknown`. */
  readonly isRepeated?: boolean
  /** Is called and awaited before the command is shown as failed. */
  readonly onError?: (error: Error) => unknown
  readonly onStatus?: (status: 'queued' | 'sending') => void
  /** Cancels the command. */
  readonly signal?: AbortSignal | undefined
}

/** The latest command of a place, as a screen shows it. */
export interface SentCommand<Subject = unknown, Value = unknown> {
  readonly key: string
  readonly subject: Subject
  /** Null for a canceled command. */
  readonly status: CommandStatus | null
  /** The result of `send`, once the command is done. */
  readonly value: Value | undefined
  readonly error: Error | null
}

/** The command of a button or a dialog, for `useCommand`. */
export interface Command<Subject, Value>
  extends Pick<CommandToSend<Subject, Value>, 'entity' | 'send' | 'isSame' | 'pauses' | 'isRepeated'> {
  /**
   * A text is shown for errors without a message of the server. A function returns the message of each error. Absent
   * where the screen shows no message.
   */
  readonly failed?: string | ((error: Error) => string)
  /** Is called and awaited before the command is shown as done. */
  readonly onDone?: (value: Value, subject: Subject) => unknown
  /** Is called and awaited before the command is shown as failed. */
  readonly onError?: (error: Error, subject: Subject) => unknown
  /**
   * Given where the component is unmounted and mounted again: the next component with this place shows a command that
   * is still sent or waits. By default, each component has a place of its own.
   */
  readonly place?: string
}

/** A command that waits for the connection. */
export interface Waiting {
  readonly cancel: () => void
}

/**
 * Sends the command of a button or a dialog, and returns its state. Until the server has answered, running the command
 * again for the same subject sends the same key.
 */
export function useCommand<Subject = void, Value = unknown>(command: Command<Subject, Value>) {
  const [ownPlace] = useState(newKey)
  const { place = ownPlace } = command
  const latest = useRef(command)
  latest.current = command
  const sentCommand = useSentCommand(place) as SentCommand<Subject, Value> | undefined

  const run = useCallback(
    (subject: Subject) => {
      // All tries must send the same request, so they take `send` as it is now. The callbacks are the latest ones.
      const { send } = latest.current
      let hasWaited = false
      sendCommand<Subject, Value>({
        ...latest.current,
        place,
        subject,
        send: async (sentSubject, key) => {
          const value = await send(sentSubject, key)
          try {
            await latest.current.onDone?.(value, sentSubject)
          } catch (error) {
            // If the error were thrown, it would count as a lost answer, and an accepted command would be sent again.
            reportError(error)
          }
          return value
        },
        onStatus: (status) => {
          hasWaited ||= status === 'queued'
        },
        onError: async (error) => {
          await latest.current.onError?.(error, subject)
          // While the command waited, the component that shows it may have gone. Then a toast shows the error.
          const message = hasWaited && !isShown(place) && findMessage(latest.current, error)
          if (message) toast.error(message)
        },
      }).catch(() => undefined)
    },
    [place],
  )
  const cancel = useCallback(() => cancelCommand(place), [place])
  const reset = useCallback(() => resetCommand(place), [place])
  const status: CommandStatus | null = sentCommand?.status ?? null
  const waiting: Waiting | null = status === 'queued' ? { cancel } : null
  const error = sentCommand?.error ?? null
  return {
    run,
    isPending: status === 'sending' || status === 'queued',
    waiting,
    status,
    /** The subject of the latest command. */
    subject: sentCommand?.subject,
    /** The result of `send`, once the latest command is done. */
    value: sentCommand?.value,
    error,
    message: error && findMessage(command, error),
    reset,
  }
}

/** The state of a command, as a confirmation dialog shows it. */
export type ShownCommand = Pick<ReturnType<typeof useCommand>, 'isPending' | 'waiting' | 'message' | 'reset'>

function findMessage<Subject, Value>({ failed }: Command<Subject, Value>, error: Error): string | null {
  return (typeof failed === 'string' ? messageOf(error, failed) : failed?.(error)) ?? null
}
