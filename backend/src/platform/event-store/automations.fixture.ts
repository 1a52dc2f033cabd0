import type { Automation } from '../module.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** An automation that a test looks into. */
export interface WatchedAutomation extends Automation {
  /** Streams in the order in which `handle` was called for them. */
  readonly tried: string[]
}

export function watched(
  work: (event: RecordedEvent) => Promise<void> = async () => {},
  more: Partial<Automation> = {},
): WatchedAutomation {
  const tried: string[] = []
  return {
    name: 'when-shelf-built-then-tell',
    on: ['ShelfBuilt'],
    tried,
    handle: async (event) => {
      tried.push(event.metadata.stream)
      await work(event)
    },
    ...more,
  }
}

/** Holds up whoever waits for it, as a server does that never answers. */
export function hanging() {
  const gate = Promise.withResolvers<void>()
  return { wait: () => gate.promise, end: gate.resolve }
}
