import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** A line may wait this long in memory: writing the line of each request alone cost a third of answering it. */
const flushEveryMs = 250
/** Each write goes by way of another thread, which costs as much as twenty lines. */
const flushAtBytes = 16_000

/**
 * Structured logs, one JSON object a line, to the standard output. Bodies, queries, headers and cookies are never
 * logged, so there is nothing to redact (pino's redaction by wildcard cost more than answering the request). What is
 * left in memory is written when the process ends, however it ends short of being killed.
 */
export function createLogger(level: string = 'info', destination: DestinationStream = bufferedOutput()): Logger {
  return pino({ level, base: null, timestamp: isoTime() }, destination)
}

/** The same text for all lines of a millisecond. */
function isoTime(): () => string {
  let known = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== known) {
      known = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

function bufferedOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: flushAtBytes })
  setInterval(() => output.flush(), flushEveryMs).unref()
  return output
}

/**
 * Resolves once what was logged is written, or cannot be. At the end of a process pino writes what is left in memory, and
 * tries without end where the reader is gone; once it has failed to write here, it does not.
 */
export const flushLogs = (logger: Logger): Promise<void> => new Promise((resolve) => logger.flush(() => resolve()))
