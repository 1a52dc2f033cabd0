import type { CommandBus, CommandContext, Handled, Handling, StreamDecider } from './commands.ts'
import type { Command, Event } from './emmett.ts'
import type { Propose } from './propose.ts'
import type { RecordedEvent } from './recorded-event.ts'
import type { Registry } from './registry.ts'

const noEvents: readonly RecordedEvent[] = []

export function commandBus(propose: Propose, registry: Registry): CommandBus {
  const handle = async <State, C extends Command, E extends Event>(
    decider: StreamDecider<State, C, E>,
    { stream, command, startsStream, expectedVersion, alongside = [] }: Handling<C>,
    context: CommandContext,
  ): Promise<Handled<State, E>> => {
    // The stream's category decides which events it holds; that E is their type is the decider's promise.
    const evolve = (state: State, event: RecordedEvent) => decider.evolve(state, event as unknown as E)
    let folded = { loaded: noEvents, state: decider.initialState() }
    const stateOf = (loaded: readonly RecordedEvent[]): State => {
      if (loaded !== folded.loaded) folded = { loaded, state: loaded.reduce(evolve, decider.initialState()) }
      return folded.state
    }
    const decide = (loaded: readonly RecordedEvent[]): E[] => {
      if (expectedVersion !== undefined && expectedVersion !== loaded.length) throw registry.errorOf('STALE')
      return [decider.decide(command, stateOf(loaded))].flat() as E[]
    }
    const skipsLoad = startsStream === true && (expectedVersion ?? 0) === 0
    const { loaded, added, outcome } = await propose({ stream, startsStream: skipsLoad, decide, alongside }, context)
    return {
      state: added.reduce(evolve, stateOf(loaded)),
      version: loaded.length + added.length,
      events: added as unknown as readonly RecordedEvent<E>[],
      outcome,
    }
  }
  return { handle }
}
