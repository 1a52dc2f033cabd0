import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** A line may wait this long in memory: writing the line of each request alone cost a third of answering it. */
const flushEveryMs = 250
/** Each write goes by way of another thread, which costs as much as twenty lines. */
const flushAtLength = 64_000

/**
 * Structured logs, one JSON object a line, to the standard output. Bodies, queries, headers and cookies are never
 * logged, so there is nothing to redact (pino's redaction by wildcard cost more than answering the request). What is
 * left in memory is written when the process ends, however it ends short of being killed.
 */
export function createLogger(level: string = 'info', destination: DestinationStream = bufferedOutput()): Logger {
  return pino({ level, base: null, timestamp: isoTime() }, destination)
}

/** Returns the time as text, which is made once for all lines of a millisecond. */
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

/** Gathers the lines, because pino's buffer copies all of its text for each line to count the bytes. */
function bufferedOutput(): DestinationStream & Pick<Logger, 'flush'> {
  // Without a least length pino's flush would not wait.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxWrite: 2 * flushAtLength })
  let lines = ''
  const passOn = () => {
    const passed = lines
    lines = ''
    if (passed !== '') output.write(passed)
  }
  setInterval(passOn, flushEveryMs).unref()
  // First of all: then pino's own listeners write what it holds.
  process.prependListener('beforeExit', passOn)
  process.prependListener('exit', passOn)
  return {
    write: (line) => {
      lines += line
      if (lines.length >= flushAtLength) passOn()
    },
    flush: (done) => {
      passOn()
      output.flush(done)
    },
  }
}

/**
 * Resolves once what was logged is written, or cannot be. At the end of a process pino writes what is left in memory,
 * and tries without end where the reader is gone; once it has failed to write here, it does not.
 */
export const flushLogs = (logger: Logger): Promise<void> => new Promise((resolve) => logger.flush(() => resolve()))
