import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * Structured logs, one JSON object a line. Secrets never get into a log line in the first place; the
 * redaction is the net below that.
 */
export function createLogger(level: string = 'info', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.token', '*.authorization', '*.cookie'],
  }
  return destination ? pino(options, destination) : pino(options)
}
