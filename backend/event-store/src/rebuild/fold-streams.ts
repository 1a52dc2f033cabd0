import { foldEvent, type ReadModel, type RowFold, startFold } from '../read-model.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import { categoryOf } from '../registry.ts'

export interface StreamFolder {
  /** The events of one stream come one after another, in their order. */
  add(event: RecordedEvent): void
  /** Called after the last event. */
  end(): void
}

/**
 * Folds stream after stream, each by the read models of its category, and hands the folds over when the next stream
 * begins: what is in memory grows with the longest stream, not with the log.
 */
export function foldStreams(models: readonly ReadModel[], onStream: (folds: readonly RowFold[]) => void): StreamFolder {
  const byCategory = Map.groupBy(models, ({ category }) => category)
  let current: string | null = null
  let folds: readonly RowFold[] = []
  const end = () => {
    if (current !== null) onStream(folds)
    current = null
  }
  return {
    add: (event) => {
      const { stream } = event.metadata
      if (stream !== current) {
        end()
        current = stream
        folds = (byCategory.get(categoryOf(stream)) ?? []).map(startFold)
      }
      for (const fold of folds) foldEvent(fold, event)
    },
    end,
  }
}
