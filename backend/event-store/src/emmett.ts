import { deepStrictEqual } from 'node:assert/strict'
import { DeciderSpecification as EmmettSpecification } from '@event-driven-io/emmett'

/**
 * The one file that imports Emmett, so that the package can be replaced in one place. Emmett gives the vocabulary of event
 * sourcing and the handler of commands. Our own store implements its interface (docs/decisions/0004).
 */
export {
  type AppendToStreamOptions,
  type AppendToStreamResult,
  assertExpectedVersionMatchesCurrent,
  type Command,
  DeciderCommandHandler,
  downcastRecordedMessages,
  EmmettError,
  type Event,
  type EventStore,
  type EventStoreSessionFactory,
  type ExpectedStreamVersion,
  ExpectedVersionConflictError,
  getInMemoryEventStore,
  isExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  type ReadEvent,
  type ReadEventMetadataWithGlobalPosition,
  type ReadStreamOptions,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
  upcastRecordedMessages,
} from '@event-driven-io/emmett'

interface PureDecider<Command, Event, State> {
  readonly decide: (command: Command, state: State) => Event | Event[]
  readonly evolve: (state: State, event: Event) => State
  readonly initialState: () => State
}

/**
 * Emmett's specification with an exact `then`: these events, in this order, with this data and nothing more. Emmett's
 * own takes them in any order, and events that hold more than was expected.
 */
export const DeciderSpecification = {
  for: <Command, Event, State>(decider: PureDecider<Command, Event, State>) => {
    const { decide, evolve, initialState } = decider
    const givenOfEmmett = EmmettSpecification.for(decider)
    return (given: Event | Event[]) => ({
      when: (command: Command) => ({
        ...givenOfEmmett(given).when(command),
        // biome-ignore lint/suspicious/noThenProperty: given, when and then are the words of specifications.
        then: (expected: Event | Event[]): void => {
          const state = [given].flat().reduce<State>((before, event) => evolve(before, event as Event), initialState())
          deepStrictEqual([decide(command, state)].flat(), [expected].flat())
        },
      }),
    })
  },
}
