import {
  decideTap,
  discardTaps,
  keepTap,
  onOutcome as onStoredOutcome,
  useTaps,
  useTapsOfOthers,
} from '@ultimate/kit/outbox/outbox.ts'
import { useMemo } from 'react'
import type { CommandRequest, QueuedCommand, SendOutcome } from './command.ts'
import { fromStored, fromStoredOutcome, oncePerCommand, type StoredCommand, toStored } from './stored-command.ts'

// Gives the exports of `outbox.ts` their current names; released parts ask the shell for that file and its exports.

export { outboxBegun as queueLoaded, sendNow } from '@ultimate/kit/outbox/outbox.ts'

/** Is called with the outcome of a command, in the tab that sent it and, of what was accepted, in the others. */
export type OutcomeListener = (command: QueuedCommand, outcome: SendOutcome) => void | Promise<void>

const read = oncePerCommand(fromStored)

/**
 * Queues a command of the signed-in user, or of the device. Resolves when it is stored; with null where no one is
 * signed in.
 */
export async function queueCommand(request: CommandRequest, key?: string): Promise<QueuedCommand | null> {
  const stored = await keepTap(request, key)
  return stored && read(stored)
}

/** Decides about a rejected command: `discard` deletes it; `repeat` queues it once more, as of now. */
export const decideCommand = (command: QueuedCommand, decision: 'discard' | 'repeat'): Promise<void> =>
  decideTap(toStored(command), decision === 'discard' ? 'keep theirs' : 'do mine now')

export const discardCommands = (commands: readonly QueuedCommand[]): Promise<void> =>
  discardTaps(commands.map((command) => toStored(command)))

/** `showsEnding` names the call for which the listener itself shows that it ended the session. */
export const onOutcome = (listener: OutcomeListener, showsEnding?: string): (() => void) =>
  onStoredOutcome((command, outcome) => listener(read(command), fromStoredOutcome(outcome)), showsEnding)

const useRead = (stored: readonly StoredCommand[]): readonly QueuedCommand[] =>
  useMemo(() => stored.map(read), [stored])

/** Returns the unsent commands of the signed-in user and of the device, the oldest first. */
export const useQueuedCommands = (): readonly QueuedCommand[] => useRead(useTaps())

/**
 * Returns the commands of other users. They wait on this device until their user signs in: for ever if that user was
 * removed.
 */
export const useCommandsOfOthers = (): readonly QueuedCommand[] => useRead(useTapsOfOthers())
