import { copyFold, foldEvent, type ReadModel, type RowFold, startFold } from '../read-model.ts'
import type { RecordedEvent } from '../recorded-event.ts'

/** The functions by which a decider folds a stream. */
export interface Folding<State = unknown> {
  evolve(state: State, event: RecordedEvent): State
  initialState(): State
}

/** The fields that distinguish an event from all others that could be the last one of its stream. */
export interface LastEvent {
  readonly version: number
  readonly position: number
  readonly type: string
  readonly correlationId: string
  readonly at: number
  /** The number of people who had been forgotten when the stream was read. */
  readonly forgets: number
}

/** A stream with what its events have led to. */
export interface LoadedStream {
  /** The version of its last event; 0 for a stream without events. */
  readonly version: number
  /** Undefined for a stream without events. */
  readonly last: LastEvent | undefined
  /** The state of a decider by which it was loaded. */
  state<State>(folding: Folding<State>): State
  /** The rows after the last event; the caller may go on with the fold. */
  rows(model: ReadModel): RowFold
  /** The same stream after these events, which have no positions; `last` is the last of them. */
  after(events: readonly RecordedEvent[], last: LastEvent): LoadedStream
}

/** A stream without events yet, for these read models and deciders. */
export const emptyStream = (models: readonly ReadModel[], foldings: readonly Folding[]): FoldedStream =>
  new FoldedStream(
    undefined,
    foldings.map((folding) => ({ folding, state: folding.initialState() })),
    new Map(models.map((model) => [model, startFold(model)])),
  )

interface FoldedState {
  readonly folding: Folding
  readonly state: unknown
}

/** Never changes: `after` returns another one. Its deciders are those by which it was loaded. */
export class FoldedStream implements LoadedStream {
  readonly last: LastEvent | undefined
  readonly #states: readonly FoldedState[]
  readonly #rows: ReadonlyMap<ReadModel, RowFold>

  constructor(last: LastEvent | undefined, states: readonly FoldedState[], rows: ReadonlyMap<ReadModel, RowFold>) {
    this.last = last
    this.#states = states
    this.#rows = rows
  }

  get version(): number {
    return this.last?.version ?? 0
  }

  get foldings(): readonly Folding[] {
    return this.#states.map(({ folding }) => folding)
  }

  isFoldedBy(folding: Folding | undefined): boolean {
    return folding === undefined || this.#findState(folding) !== undefined
  }

  state<State>(folding: Folding<State>): State {
    const known = this.#findState(folding as Folding)
    if (!known) throw new Error('A stream was loaded without the decider that asks for its state')
    return known.state as State
  }

  rows(model: ReadModel): RowFold {
    return copyFold(this.#rows.get(model) ?? startFold(model))
  }

  after(events: readonly RecordedEvent[], last: LastEvent): FoldedStream {
    const states = this.#states.map(({ folding, state }) => ({ folding, state: events.reduce(folding.evolve, state) }))
    const rows = new Map([...this.#rows].map(([model, fold]) => [model, foldOn(fold, events)]))
    return new FoldedStream(last, states, rows)
  }

  #findState({ evolve, initialState }: Folding): FoldedState | undefined {
    return this.#states.find(({ folding }) => folding.evolve === evolve && folding.initialState === initialState)
  }
}

function foldOn(fold: RowFold, events: readonly RecordedEvent[]): RowFold {
  const copy = copyFold(fold)
  for (const event of events) foldEvent(copy, event)
  copy.touched.clear()
  return copy
}
