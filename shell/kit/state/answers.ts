import { createStore } from 'zustand/vanilla'

/** The number of answers of the site that this tab has had. */
const answers = createStore<{ readonly count: number }>()(() => ({ count: 0 }))

/**
 * Calls the listener after every answer of the site to this tab. An answer proves a connection; what the browser
 * reports does not.
 */
export function onAnswer(listener: () => void): () => void {
  return answers.subscribe(() => listener())
}

/** A position below all of the log, for answers whose position is unknown. */
export const unknownPosition = -1

/** The position of the server's log up to which the answers to a read know everything, by the signal of the read. */
const positions = new WeakMap<AbortSignal, number>()

/** Stores the position that an answer to a read reports; of several answers to one read, the oldest counts. */
export function notePosition(signal: AbortSignal, { headers }: Response): void {
  const position = Number(headers.get('x-log-position') ?? unknownPosition)
  positions.set(signal, Math.min(position, positions.get(signal) ?? position))
}

/**
 * Returns the position up to which a read with this signal knows everything; {@link unknownPosition} where the server
 * did not report it.
 */
export const positionOf = (signal: AbortSignal): number => positions.get(signal) ?? unknownPosition

/** Call it after each answer that only this site can have given. */
export function noticeAnswer(): void {
  answers.setState(({ count }) => ({ count: count + 1 }))
}
