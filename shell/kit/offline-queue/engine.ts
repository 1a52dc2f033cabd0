import { createStore } from 'zustand/vanilla'
import {
  type NewCommand,
  nextStatus,
  type QueuedCommand,
  type Rejection,
  type SendFailure,
  type SendOutcome,
} from './command.ts'
import { findNextTry, pauseBeforeRetry, pickProbe, pickToSend } from './due-commands.ts'

/** The place where commands are stored. Each call is one transaction. */
export interface CommandStore {
  all(): Promise<readonly QueuedCommand[]>
  /** Stores a new command and gives it its order. Throws where the key is taken. */
  add(command: NewCommand): Promise<QueuedCommand>
  /** Replaces a command that is still stored. */
  put(command: QueuedCommand): Promise<void>
  remove(command: QueuedCommand): Promise<void>
}

/** A message of a tab to the others of this device. */
export type QueueNews =
  | { readonly type: 'changed'; readonly command: QueuedCommand }
  | { readonly type: 'gone'; readonly command: QueuedCommand; readonly answer?: unknown }

export interface QueueState {
  /** The commands by key. */
  readonly commands: ReadonlyMap<string, QueuedCommand>
}

interface QueueDependencies {
  readonly store: CommandStore
  readonly send: (command: QueuedCommand) => Promise<SendOutcome>
  /** Fixes when the command happened, for the server. */
  readonly fixTime: (command: QueuedCommand) => string
  /** Returns the id of the user whose commands can be sent; null where no one is signed in. */
  readonly owner: () => string | null
  readonly now: () => number
  readonly random: () => number
  /** Runs `work` while no other tab of this device sends; `hasTurn` is false once another tab has taken over. */
  readonly alone: (work: (hasTurn: () => boolean) => Promise<void>) => Promise<void>
  /** Schedules `wake` in so many milliseconds. Replaces what was scheduled before. */
  readonly later: (ms: number, wake: () => void) => void
  readonly publish: (news: QueueNews) => void
  /** Is called before the command is shown as done or rejected, so that a screen takes the answer first. */
  readonly onOutcome: (command: QueuedCommand, outcome: SendOutcome) => Promise<void>
}

/** A run ends after so many unanswered tries in a row. */
const maxUnansweredTries = 2

const isUnanswered = (outcome: SendOutcome): boolean =>
  outcome.kind === 'unknown' && outcome.failure.because === 'connection'

/** All commands of this device that are not sent. One in each tab; they share the store. */
export function createQueue(dependencies: QueueDependencies) {
  const { store, send, fixTime, owner, now, random, alone, later, publish, onOutcome } = dependencies
  const state = createStore<QueueState>()(() => ({ commands: new Map() }))
  /** The connection seems lost: the last try got no answer, and no sign of a connection has come since. */
  let isDisconnected = false
  /** A sign of a connection has come since the last run began. The start of this tab counts as one. */
  let isWoken = true
  /** Runs in a row whose last try got no answer. */
  let unansweredRuns = 0
  let running: Promise<void> | null = null
  let isRunWanted = false

  const commands = () => state.getState().commands
  const change = (next: ReadonlyMap<string, QueuedCommand>) => state.setState({ commands: next })
  const show = (command: QueuedCommand) => change(new Map(commands()).set(command.key, command))
  const hide = ({ key }: QueuedCommand) => change(new Map([...commands()].filter(([other]) => other !== key)))
  const put = async (command: QueuedCommand) => {
    await store.put(command)
    show(command)
    publish({ type: 'changed', command })
  }
  const add = async (command: NewCommand) => {
    const stored = await store.add(command)
    show(stored)
    publish({ type: 'changed', command: stored })
    return stored
  }
  const remove = async (command: QueuedCommand, answer?: unknown) => {
    await store.remove(command)
    publish({ type: 'gone', command, answer })
    hide(command)
  }
  /** Returns the object that is shown already if the command has not changed, so that no screen is drawn again. */
  const reuseShown = (command: QueuedCommand): QueuedCommand => {
    const shown = commands().get(command.key)
    return shown && JSON.stringify(shown) === JSON.stringify(command) ? shown : command
  }
  /** Loads the commands. Those that were added meanwhile may be missing in the store's answer, and stay. */
  const load = async () => {
    const commandsBefore = commands()
    const loaded = (await store.all()).map((command) => [command.key, reuseShown(command)] as const)
    const shown = commands()
    const addedMeanwhile = [...shown].filter(([key]) => !commandsBefore.has(key))
    const next = new Map([...loaded, ...addedMeanwhile])
    const hasChanged = next.size !== shown.size || [...next].some(([key, command]) => shown.get(key) !== command)
    if (hasChanged) change(next)
  }

  /** Queues again what a tab was sending when it ended. Called while no other tab sends. */
  function requeueAbandoned(): void {
    for (const command of commands().values())
      if (command.status === 'sending') show({ ...command, status: nextStatus(command.status, 'unknown') })
  }

  /** After a sign of a connection, makes unanswered commands due again, so that all are sent in their old order. */
  function resetUnansweredTries(): void {
    // While disconnected, a new command starts a run without such a sign. It too is sent after the older commands.
    if (!isWoken && !isDisconnected) return
    isWoken = false
    for (const command of commands().values())
      if (command.tries > 0 && command.failure?.because === 'connection') show({ ...command, tries: 0, nextTryAt: 0 })
  }

  /** Sends the due commands, one after the other. This run ends when none is due, or the connection seems lost. */
  async function sendDue(hasTurn: () => boolean): Promise<void> {
    await load()
    requeueAbandoned()
    resetUnansweredTries()
    let unansweredTries = 0
    while (unansweredTries < maxUnansweredTries && hasTurn()) {
      const outcome = await sendNext(unansweredTries > 0 ? 'probe' : 'in order')
      if (outcome === null || outcome.kind === 'signed-out') break
      unansweredTries = isUnanswered(outcome) ? unansweredTries + 1 : 0
    }
    if (isDisconnected) unansweredRuns++
  }

  /** Sends one command, and notes whether an answer came. Returns null if no command is due. */
  async function sendNext(choice: 'in order' | 'probe'): Promise<SendOutcome | null> {
    const command = pickCommand(choice)
    if (command === null) return null
    const outcome = await sendOne(command)
    isDisconnected = isUnanswered(outcome)
    if (!isDisconnected) unansweredRuns = 0
    return outcome
  }

  /** After a try without an answer, a `probe` shows whether the connection is lost or only that one command fails. */
  function pickCommand(choice: 'in order' | 'probe'): QueuedCommand | null {
    const user = owner()
    if (user === null) return null
    return choice === 'probe'
      ? pickProbe(commands().values(), user, now(), random)
      : pickToSend(commands().values(), user, now())
  }

  async function sendOne(waiting: QueuedCommand): Promise<SendOutcome> {
    const command: QueuedCommand = {
      ...waiting,
      at: waiting.at ?? fixTime(waiting),
      status: nextStatus(waiting.status, 'send'),
    }
    await put(command)
    const outcome = await send(command)
    await onOutcome(command, outcome)
    switch (outcome.kind) {
      case 'done':
        await remove(command, outcome.answer)
        break
      case 'rejected':
        await put(toRejected(command, outcome.rejection))
        break
      case 'unknown':
        await put(toFailed(command, outcome.failure))
        break
      case 'signed-out':
        await put({ ...command, status: nextStatus(command.status, 'unknown') })
    }
    return outcome
  }

  const toRejected = (command: QueuedCommand, rejection: Rejection): QueuedCommand => ({
    ...command,
    status: nextStatus(command.status, 'rejected'),
    rejection,
  })

  /** Queues the command again with a pause, or rejects it after too many errors of a server in trouble. */
  function toFailed(command: QueuedCommand, failure: SendFailure): QueuedCommand {
    const tries = command.tries + 1
    if (failure.because === 'server' && isGivenUp(tries, failure.status))
      return toRejected(command, { code: 'SERVER_ERROR', message: failure.message, at: now() })
    const nextTryAt = now() + pauseBeforeRetry(tries, random)
    return { ...command, status: nextStatus(command.status, 'unknown'), tries, nextTryAt, failure }
  }

  /** Sends the due commands, in one run at a time. A call during a run causes another run after it. */
  async function run(): Promise<void> {
    isRunWanted = true
    running ??= (async () => {
      try {
        while (isRunWanted) {
          isRunWanted = false
          await alone(sendDue)
        }
      } finally {
        running = null
      }
    })()
    await running
    const user = owner()
    const next = user === null ? null : findNextTry(commands().values(), user)
    if (next === null) return
    // While the connection is lost, all commands wait together, so that 500 of them do not fail one after the other. The
    // end of this pause counts as a sign of a connection, because no other sign may come.
    if (isDisconnected) later(pauseBeforeRetry(unansweredRuns, random), () => void wake())
    else later(Math.max(0, next - now()), () => void run())
  }

  /**
   * Takes a sign of a connection: the commands that got no answer are sent at once. Commands that failed at a server in
   * trouble still wait for the end of their pause.
   */
  async function wake(): Promise<void> {
    isDisconnected = false
    isWoken = true
    await run()
  }

  return {
    state,
    commands,
    load,
    run,
    wake,
    isDisconnected: () => isDisconnected,
    /** Resolves when the command is stored: before that, nothing on the screen may change. */
    add,
    /** Deletes a rejected command, as its user decided; `repeat` queues it once more, as of now. */
    async decide(
      command: QueuedCommand,
      decision: 'discard' | 'repeat',
      toRepetition: (command: QueuedCommand) => NewCommand,
    ): Promise<void> {
      // Throws for a command that is not rejected.
      nextStatus(command.status, decision)
      if (decision === 'repeat') await add(toRepetition(command))
      await remove(command)
    },
    /** Deletes an unsent command in any status, for a user who was removed. */
    discard: (command: QueuedCommand) => remove(command),
    /** Takes over what another tab did. */
    receive(news: QueueNews): void {
      if (news.type === 'changed') show(news.command)
      else hide(news.command)
    },
  }
}

/** After so many errors of a server in trouble, the user has to decide about the command. */
const maxServerErrors = 6

/**
 * A server that fails again and again at one command (500) will not accept it. A server that reports that it is away
 * (503) may be back at any time.
 */
const isGivenUp = (tries: number, status: number): boolean => tries >= maxServerErrors && status === 500
