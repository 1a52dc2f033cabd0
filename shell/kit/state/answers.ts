import { createStore } from 'zustand/vanilla'

/** How many answers of the site this tab has had. */
const answers = createStore<{ readonly count: number }>()(() => ({ count: 0 }))

/** Calls the listener after every answer of the site to this tab: an answer proves a connection, what the browser reports does not. */
export function onAnswer(listener: () => void): () => void {
  return answers.subscribe(() => listener())
}

/** Below every position of the log, for answers whose position is unknown. */
export const unknownPosition = -1

/** By the signal of a read, up to which position of the server's log its answers know everything. */
const positions = new WeakMap<AbortSignal, number>()

/** Keeps what an answer to a read says of its position; of several answers to one read, the oldest counts. */
export function notePosition(signal: AbortSignal, { headers }: Response): void {
  const position = Number(headers.get('x-log-position') ?? unknownPosition)
  positions.set(signal, Math.min(position, positions.get(signal) ?? position))
}

/** Up to where a read with this signal knows everything; {@link unknownPosition} where the server did not say. */
export const positionOf = (signal: AbortSignal): number => positions.get(signal) ?? unknownPosition

/** An answer came that only this site gives. */
export function noticeAnswer(): void {
  answers.setState(({ count }) => ({ count: count + 1 }))
}
