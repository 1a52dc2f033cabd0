/**
 * The one file that imports Emmett, so that the package can be replaced in one place. It gives the vocabulary of event
 * sourcing and the handler of commands; what stores events is `emmett-store.ts`.
 */
export {
  type AppendToStreamOptions,
  type AppendToStreamResult,
  assertExpectedVersionMatchesCurrent,
  type Command,
  type Decider,
  DeciderCommandHandler,
  DeciderSpecification,
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
