/**
 * The only door to Emmett, so that the package can be replaced in one place. It gives the vocabulary and the
 * tools of event sourcing; what stores events here is our own adapter (docs/decisions/0103).
 */
export {
  type AppendToStreamOptions,
  type AppendToStreamResultWithGlobalPosition,
  assertExpectedVersionMatchesCurrent,
  type Command,
  type Decider,
  DeciderSpecification,
  downcastRecordedMessages,
  type Event,
  type EventStore,
  type ExpectedStreamVersion,
  ExpectedVersionConflictError,
  getInMemoryEventStore,
  NO_CONCURRENCY_CHECK,
  type ReadEvent,
  type ReadEventMetadataWithGlobalPosition,
  type ReadStreamOptions,
  type ReadStreamResult,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
  upcastRecordedMessages,
} from '@event-driven-io/emmett'
