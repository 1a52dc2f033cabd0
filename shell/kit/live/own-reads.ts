/** Whether a read with this signal knows a change already. */
export type IsKnownTo = (read: AbortSignal) => boolean

/** What a screen reads itself, beside the queries that the live stream keeps current. */
export interface OwnReads {
  /**
   * Reads. The signal has to go with every request of it: by that, how far in the server's log the answer knows everything
   * is found. `isWhole` says whether the answer holds all that was asked for.
   */
  read<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
    isWhole?: (answer: Answer) => boolean,
    signal?: AbortSignal,
  ): Promise<Answer>
  /**
   * Calls `then` unless the last read knows the change; while that is in flight, once it is here and shown. The second
   * argument of a listener of `useLive` tells it; a shell that is older gives none.
   */
  unlessKnown(isKnownTo: IsKnownTo | undefined, then: () => void): void
}

interface Read {
  readonly signal: AbortSignal
  /** Whether the answer came, as a whole. */
  readonly came: Promise<boolean>
}

/** Keeps a screen that reads itself from reading twice as it opens: the live stream begins after its first answers. */
export function ownReads(): OwnReads {
  let last: Read | null = null

  async function isKnown(isKnownTo: IsKnownTo): Promise<boolean> {
    for (let read = last, before: Read | null = null; read && read !== before; before = read, read = last)
      if ((await read.came) && isKnownTo(read.signal)) return true
    return false
  }

  return {
    read(ask, isWhole = () => true, signal = new AbortController().signal) {
      const answer = ask(signal)
      last = { signal, came: answer.then(isWhole, () => false) }
      return answer
    },
    unlessKnown(isKnownTo, then) {
      if (!isKnownTo || !last) then()
      // In a later task, so that what was read is shown first.
      else void isKnown(isKnownTo).then((known) => known || setTimeout(then))
    },
  }
}
