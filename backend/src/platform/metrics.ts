import type { CommandHandler } from '@ultimate/event-store/commands.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of `/metrics`. One registry per backend process. */
export interface Metrics {
  readonly registry: Registry
  requestServed(labels: { method: string; route: string; status: number }, seconds: number): void
  eventsAppended(count: number): void
  liveReaders(change: 1 | -1): void
  /** Adds a value that `read` returns at each reading of the metrics; NaN if `read` fails. */
  gauge(name: string, help: string, read: () => Promise<number>): void
  /** Creates a counter of a module, and returns what counts. Call it once per name. */
  counter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): (labels: Record<Label, string>) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route template.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const appended = new Counter({ name: 'events_appended_total', help: 'Events appended by this process.', registers })
  const live = new Gauge({ name: 'live_readers', help: 'Open live streams.', registers })
  // Remembered, because looking up a set of labels costs more than counting.
  const seriesByLabels = new Map<string, ReturnType<typeof requests.labels>>()
  return {
    registry,
    requestServed: ({ method, route, status }, seconds) => {
      const name = `${method} ${status} ${route}`
      let series = seriesByLabels.get(name)
      if (!series) {
        series = requests.labels({ method, route, status })
        seriesByLabels.set(name, series)
      }
      series.observe(seconds)
    },
    eventsAppended: (count) => appended.inc(count),
    liveReaders: (change) => live.inc(change),
    gauge: (name, help, read) => {
      const collect = async (): Promise<void> => gauge.set(await read().catch(() => Number.NaN))
      const gauge: Gauge = new Gauge({ name, help, registers, collect })
    },
    counter: (name, help, labelNames) => {
      const counter = new Counter({ name, help, labelNames, registers })
      return (labels) => counter.inc(labels)
    },
  }
}

/** Returns the command handler with a count of the events that it appends. */
export function countAppends(commands: CommandHandler, metrics: Pick<Metrics, 'eventsAppended'>): CommandHandler {
  return {
    handle: async (decider, command, context) => {
      const handled = await commands.handle(decider, command, context)
      metrics.eventsAppended(handled.events.length)
      return handled
    },
  }
}

/** People notice a lag of this many seconds or more. */
const noticedLag = 5

/** Describes the lag of the log's readers; null while people would not notice it. */
export function lagSentence(seconds: number): string | null {
  if (seconds < noticedLag) return null
  const causes = 'A long write on the database server, perhaps in another database, holds back'
  return `${causes} live updates, emails and the audit: they are ${Math.floor(seconds)} seconds behind.`
}
