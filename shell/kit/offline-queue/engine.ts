import type { Happened } from '@ultimate/events/language/domain-error.ts'
import { ApiError, call, happenedOf } from '@ultimate/kit/request/api.ts'
import { clockOffset } from '@ultimate/kit/state/device-clock.ts'
import { createStore } from 'zustand/vanilla'
import { venueDay, venueTime } from '../event/venue-time.ts'
import { withLock } from '../state/tabs.ts'
import {
  type AnsweredRejection,
  deviceOwner,
  type NewCommand,
  nextStatus,
  type QueuedCommand,
  type Rejection,
  type SendFailure,
  type SendOutcome,
} from './command.ts'

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

/** After so many tries in a row without an answer, of different subjects, the connection counts as lost. */
const maxSilences = 2

const isSilence = (outcome: SendOutcome): boolean =>
  outcome.kind === 'unknown' && outcome.failure.because === 'connection'

/** All commands of this device that are not sent. One in each tab; they share the store. */
export function createQueue(dependencies: QueueDependencies) {
  const { store, send, fixTime, owner, now, random, alone, later, publish, onOutcome } = dependencies
  const state = createStore<QueueState>()(() => ({ commands: new Map() }))
  let isDisconnected = false
  /** True from a sign that the connection may be back until the next run, which tries what waited for it. */
  let isReconnected = true
  /** Runs in a row that ended because nothing was answered. */
  let silentRuns = 0
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

  /** Resets the tries that the connection failed, so that these commands are sent in their old order again. */
  function resetTriesAfterReconnect(): void {
    if (!isReconnected && !isDisconnected) return
    isReconnected = false
    for (const command of commands().values())
      if (command.tries > 0 && command.failure?.because === 'connection') show({ ...command, tries: 0, nextTryAt: 0 })
  }

  /** Sends what is due, one after the other. Ends when nothing is due, or the connection seems to be lost. */
  async function sendDue(hasTurn: () => boolean): Promise<void> {
    await load()
    requeueAbandoned()
    resetTriesAfterReconnect()
    let silences = 0
    while (silences < maxSilences && hasTurn()) {
      const isProbe = silences > 0
      const outcome = await sendNext(isProbe)
      if (outcome === null || outcome.kind === 'signed-out') break
      silences = isSilence(outcome) ? silences + 1 : 0
    }
    if (isDisconnected) silentRuns++
  }

  async function sendNext(isProbe: boolean): Promise<SendOutcome | null> {
    const command = nextOfUser(isProbe)
    if (command === null) return null
    const outcome = await sendOne(command)
    isDisconnected = isSilence(outcome)
    if (!isDisconnected) silentRuns = 0
    return outcome
  }

  function nextOfUser(isProbe: boolean): QueuedCommand | null {
    const user = owner()
    if (user === null) return null
    return isProbe ? anyDue(commands().values(), user, now(), random) : nextToSend(commands().values(), user, now())
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
    if (outcome.kind === 'done') await remove(command, outcome.answer)
    else if (outcome.kind === 'rejected') await put(toRejected(command, outcome.rejection))
    else if (outcome.kind === 'unknown') await put(toFailed(command, outcome.failure))
    else await put({ ...command, status: nextStatus(command.status, 'unknown') })
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
    const nextTryAt = now() + pauseAfter(tries, random)
    const waiting: QueuedCommand = {
      ...command,
      status: nextStatus(command.status, 'unknown'),
      tries,
      nextTryAt,
      failure,
    }
    if (!isGivenUp(waiting) || failure.because === 'connection') return waiting
    return toRejected(command, { code: 'SERVER_ERROR', message: failure.message, at: now() })
  }

  /** Sends what is due, in one run at a time. A call during a run causes another run after it. */
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
    const next = user === null ? null : nextTime(commands().values(), user)
    if (next === null) return
    // While the connection is lost, all commands wait together, so that 500 of them do not fail one after the other.
    if (isDisconnected) later(pauseAfter(silentRuns, random), () => void wake())
    else later(Math.max(0, next - now()), () => void run())
  }

  /** Tries at once what waited for the connection. What failed at a server in trouble keeps its pause. */
  async function wake(): Promise<void> {
    isDisconnected = false
    isReconnected = true
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

const firstPauseMs = 1_000
const maxPauseMs = 30_000
/** After so many errors of a server in trouble, the user has to decide about the command. */
const maxServerErrors = 6

/** Milliseconds until the next try, after so many without an answer. Random, so that devices do not try in step. */
export const pauseAfter = (tries: number, random: () => number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10)) * (0.5 + random() / 2)

/** A time beyond the longest pause is due too: a clock that was set back must not make a command wait for a year. */
const isDue = ({ nextTryAt }: QueuedCommand, now: number): boolean => nextTryAt <= now || nextTryAt > now + maxPauseMs

/** Returns the first unsent command of each subject, of this user or the device. A rejected one holds up nothing. */
function firstOfEachSubject(commands: Iterable<QueuedCommand>, ownerId: string): QueuedCommand[] {
  const first = new Map<string, QueuedCommand>()
  for (const command of commands) {
    const isOwn = command.owner.id === ownerId || command.owner.id === deviceOwner.id
    if (!isOwn || command.status === 'rejected') continue
    const earlier = first.get(command.subject)
    if (!earlier || command.order < earlier.order) first.set(command.subject, command)
  }
  return [...first.values()]
}

/**
 * Returns the due command that was tried least, so that a command that always fails holds up no other. Of several, it
 * is the oldest.
 */
export function nextToSend(commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand | null {
  let next: QueuedCommand | null = null
  for (const command of dueCommands(commands, ownerId, now))
    if (!next || command.tries < next.tries || (command.tries === next.tries && command.order < next.order))
      next = command
  return next
}

/** Picks a due command at random. Its outcome shows whether the connection is lost, or only one command fails. */
function anyDue(
  commands: Iterable<QueuedCommand>,
  ownerId: string,
  now: number,
  random: () => number,
): QueuedCommand | null {
  const due = dueCommands(commands, ownerId, now)
  return due[Math.floor(random() * due.length)] ?? null
}

const dueCommands = (commands: Iterable<QueuedCommand>, ownerId: string, now: number): QueuedCommand[] =>
  firstOfEachSubject(commands, ownerId).filter((command) => isDue(command, now))

/** Returns when to look again, in milliseconds of the device's clock; null where nothing waits. */
function nextTime(commands: Iterable<QueuedCommand>, ownerId: string): number | null {
  const times = firstOfEachSubject(commands, ownerId).map(({ nextTryAt }) => nextTryAt)
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * A server that fails again and again at one command (500) will not accept it. A server that reports that it is away
 * (503) may be back at any time.
 */
const isGivenUp = ({ tries, failure }: QueuedCommand): boolean =>
  tries >= maxServerErrors && failure?.because === 'server' && failure.status === 500

/** Any call of the backend, by the name in the stored command. */
const callByName = call as unknown as (
  operation: string,
  request: { readonly params: unknown; readonly body: unknown },
  options: { readonly idempotencyKey: string; readonly saysEnding: boolean },
) => Promise<unknown>

/**
 * Returns the time of the command as ISO 8601, by the server's clock as far as this device knows the offset of its own.
 * A stored time may be damaged. The next best time replaces an invalid one, so that the command is sent and holds up no
 * other.
 */
export const fixTime = ({ queuedAt, offsetMs }: QueuedCommand): string => {
  const moments = [queuedAt + (offsetMs ?? clockOffset() ?? 0), queuedAt, Date.now()]
  return new Date(moments.find(isMoment) ?? 0).toISOString()
}

const isMoment = (moment: number): boolean => !Number.isNaN(new Date(moment).getTime())

/** Tries once. `showsEnding`: the page itself shows that the session ended. */
export async function deliver(command: QueuedCommand, showsEnding: boolean): Promise<SendOutcome> {
  const { operation, params, body, answers, key, at } = command
  try {
    const request = { params, body: { ...body, at } }
    const answer = await callByName(operation, request, { idempotencyKey: key, saysEnding: showsEnding })
    return isOfSite(answer, answers) ? { kind: 'done', answer } : noAnswer
  } catch (error) {
    return waitingIfOfDevice(command, toOutcome(error))
  }
}

/**
 * Lets a command of the device wait for another try, because no sign-in would send it. The cookie that it needs can be
 * renewed while the page is open.
 */
function waitingIfOfDevice({ owner }: QueuedCommand, outcome: SendOutcome): SendOutcome {
  if (owner.id !== deviceOwner.id || outcome.kind !== 'signed-out') return outcome
  return { kind: 'unknown', failure: { because: 'server', status: 401, message: outcome.error.message } }
}

/** `Gravy was moved to Buffet 3 by Becky at 6:12 PM.`, by the clock at the venue; with the date on another day. */
export function happenedWords({ what, by, at }: Happened, now = new Date()): string {
  const then = new Date(at)
  const [time, day] = [venueTime(then), venueDay(then)]
  const when = day === venueDay(now) ? `at ${time}` : `on ${day} at ${time}`
  return `${what}${by === null ? '' : ` by ${by}`} ${when}.`
}

const noAnswer: SendOutcome = { kind: 'unknown', failure: { because: 'connection' } }

/** Returns whether the answer has this key. The sign-in page of a network answers every request, but without the key. */
const isOfSite = (answer: unknown, key: string): boolean =>
  typeof answer === 'object' && answer !== null && key in answer

/**
 * Returns the outcome of a failed call. An answer without a code comes from something between device and site, and
 * counts as no answer. Only with status 500 may it be the site's own.
 */
export function toOutcome(error: unknown): SendOutcome {
  if (!(error instanceof ApiError)) return noAnswer
  const { status, code } = error
  const happened = happenedOf(error)
  const message = happened ? `${error.message} ${happenedWords(happened)}` : error.message
  if (status === 401) return { kind: 'signed-out', error }
  if (code === 'UNKNOWN' && status !== 500) return noAnswer
  if (status >= 500 || status === 408 || status === 429)
    return { kind: 'unknown', failure: { because: 'server', status, message } }
  const rejection: AnsweredRejection = { code, status, message, at: Date.now() }
  return { kind: 'rejected', rejection, error }
}

const lockName = 'outbox'
/** Longer than a request takes. A tab that holds the lock for longer may be stopped in the middle, as iOS does. */
const patienceMs = 30_000

/**
 * Runs the work while no other tab of this device does. A tab that is stopped while it works loses its turn. The next
 * tab sends its command again under the same key, so that the command takes effect once. Without locks, as on plain
 * http or where site data is blocked, tabs do not wait for each other.
 */
export async function alone(work: (hasTurn: () => boolean) => Promise<void>): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  let hasTurn = false
  const begin = () => {
    clearTimeout(timer)
    hasTurn = true
    return work(() => hasTurn)
  }
  try {
    await withLock(lockName, { signal: patience.signal }, begin)
  } catch (error) {
    const wasStolen = hasTurn && error instanceof DOMException && error.name === 'AbortError'
    hasTurn = false
    if (wasStolen) return
    if (!patience.signal.aborted) throw error
    await withLock(lockName, { steal: true }, begin)
  } finally {
    clearTimeout(timer)
  }
}
