import {
  assertExpectedVersionMatchesCurrent,
  type Event,
  type EventStore,
  type ReadEventMetadataWithGlobalPosition as Metadata,
  type ReadEvent,
  type ReadStreamOptions,
  upcastRecordedMessages,
} from '../emmett.ts'
import { readStream } from '../read/log.ts'
import type { RecordedEvent } from '../recorded-event.ts'
import type { StoreParts } from './command-handler.ts'

type Reads = Pick<EventStore<Metadata>, 'aggregateStream' | 'readStream' | 'streamExists'>

/** What Emmett's interface reads outside of an attempt at a command. */
export function emmettReads(parts: Pick<StoreParts, 'sql' | 'registry' | 'keys'>): Reads {
  const { sql } = parts
  const reads: Reads = {
    aggregateStream: async (stream, { evolve, initialState, read }) => {
      const { events, currentStreamVersion, streamExists } = await reads.readStream(stream, read)
      return { currentStreamVersion, state: fold(events, evolve, initialState), streamExists }
    },
    readStream: async <E extends Event, Payload extends Event = E>(
      stream: string,
      options?: ReadStreamOptions<bigint, E, Payload>,
    ) => {
      const events = await readStream(sql, parts, stream, { positions: true })
      const currentStreamVersion = BigInt(events.length)
      assertExpectedVersionMatchesCurrent(currentStreamVersion, options?.expectedStreamVersion, 0n)
      const from = Number(options?.from ?? 0n)
      const to = options?.to ?? (options?.maxCount ? BigInt(from) + options.maxCount : currentStreamVersion)
      const chosen = events.slice(from, Number(to)).map((event) => asEmmett(event) as ReadEvent<Payload, Metadata>)
      const upcast = upcastRecordedMessages<E, Payload, Metadata>(chosen, options?.schema?.versioning)
      return { currentStreamVersion, events: upcast, streamExists: events.length > 0 }
    },
    streamExists: async (stream) => (await readStream(sql, parts, stream)).length > 0,
  }
  return reads
}

/** `evolve` takes plain events or recorded ones, and a recorded event is both. */
const fold = <State>(events: readonly unknown[], evolve: (state: State, event: never) => State, initial: () => State) =>
  events.reduce<State>(evolve as (state: State, event: unknown) => State, initial())

function asEmmett({ type, data, metadata }: RecordedEvent): ReadEvent<Event, Metadata> {
  const { stream, version, position } = metadata
  return {
    kind: 'Event',
    type,
    data,
    metadata: {
      messageId: `${stream}/${version}`,
      streamName: stream,
      streamPosition: BigInt(version),
      globalPosition: BigInt(position),
    },
  }
}
