import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Lines wait at most this long in memory, because writing each on its own took a third of the time of a request. */
const flushEveryMs = 250
/** Text of this length is written at once. Each write goes to another thread, which costs as much as 20 lines. */
const flushAtLength = 64_000

/**
 * Structured logs, one JSON object a line, to the standard output. Bodies, queries, headers and cookies are never
 * logged, so there is nothing to redact (pino's redaction by wildcard cost more than answering the request). Lines
 * left in memory are written when the process ends, unless it is killed.
 */
export function createLogger(level: string = 'info', destination: DestinationStream = bufferedOutput()): Logger {
  return pino({ level, base: null, timestamp: isoTime() }, destination)
}

/** Writes the time into a line. Its text is made once for all lines of a millisecond. */
function isoTime(): () => string {
  let cachedMs = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== cachedMs) {
      cachedMs = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

/** Gathers lines in a string, because pino's own buffer copies all of its text to count the bytes of each line. */
function bufferedOutput(): DestinationStream & Pick<Logger, 'flush'> {
  // Without a least length pino's flush would not wait.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxWrite: 2 * flushAtLength })
  let lines = ''
  const passLines = () => {
    const passed = lines
    lines = ''
    if (passed !== '') output.write(passed)
  }
  setInterval(passLines, flushEveryMs).unref()
  // These listeners come first, so that those of pino then write what was passed to it.
  process.prependListener('beforeExit', passLines)
  process.prependListener('exit', passLines)
  return {
    write: (line) => {
      lines += line
      if (lines.length >= flushAtLength) passLines()
    },
    flush: (done) => {
      passLines()
      output.flush(done)
    },
  }
}

/**
 * Resolves once all logged lines are written or writing has failed. Without this, pino would write at the end of the
 * process, and retry without end if the reader is gone; after a failure here it does not.
 */
export const flushLogs = (logger: Logger): Promise<void> => new Promise((resolve) => logger.flush(() => resolve()))
