import type { Catalogue } from './catalogue.ts'
import type { CommandBus, CommandContext, Handled, StreamDecider } from './commands.ts'
import type { Command, Event } from './emmett.ts'
import type { Propose } from './propose.ts'
import type { RecordedEvent } from './recorded-event.ts'

interface Handling<C> {
  readonly stream: string
  readonly command: C
  readonly startsStream?: boolean
  readonly expectedVersion?: number
}

export function commandBus(propose: Propose, catalogue: Catalogue): CommandBus {
  const handle = async <State, C extends Command, E extends Event>(
    decider: StreamDecider<State, C, E>,
    { stream, command, startsStream, expectedVersion }: Handling<C>,
    context: CommandContext,
  ): Promise<Handled<State, E>> => {
    // The stream's category decides which events it holds; that E is their type is the decider's promise.
    const evolve = (state: State, event: RecordedEvent) => decider.evolve(state, event as unknown as E)
    const decide = (loaded: readonly RecordedEvent[]): E[] => {
      if (expectedVersion !== undefined && expectedVersion !== loaded.length) throw catalogue.refusalOf('STALE')
      return [decider.decide(command, loaded.reduce(evolve, decider.initialState()))].flat() as E[]
    }
    const skipsLoad = startsStream === true && (expectedVersion ?? 0) === 0
    const { loaded, added, outcome } = await propose({ stream, startsStream: skipsLoad, decide }, context)
    return {
      state: [...loaded, ...added].reduce(evolve, decider.initialState()),
      version: loaded.length + added.length,
      events: added as unknown as readonly RecordedEvent<E>[],
      outcome,
    }
  }
  return { handle }
}
