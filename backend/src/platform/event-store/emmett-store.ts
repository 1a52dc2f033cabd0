import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { CommandContext } from './commands.ts'
import {
  assertExpectedVersionMatchesCurrent,
  downcastRecordedMessages,
  type Event,
  type EventStore,
  type ReadEvent,
  type ReadEventMetadataWithGlobalPosition,
  type ReadStreamOptions,
  upcastRecordedMessages,
} from './emmett.ts'
import type { Propose } from './propose.ts'
import type { RecordedEvent } from './recorded-event.ts'

export type EmmettEventStore = EventStore<ReadEventMetadataWithGlobalPosition>

export interface EmmettStoreOptions {
  readonly propose: Propose
  readonly read: (stream: string) => Promise<RecordedEvent[]>
  readonly clock: Clock
}

type Read<E extends Event> = ReadEvent<E, ReadEventMetadataWithGlobalPosition>

/**
 * Our store behind Emmett's interface, for whatever is written against that. Appends go the same way as commands do:
 * with read models, schemas and personal data; only who did it is not known here.
 */
export function emmettStore({ propose, read, clock }: EmmettStoreOptions): EmmettEventStore {
  const store: EmmettEventStore = {
    aggregateStream: async (streamName, { evolve, initialState, read: options }) => {
      const { events, currentStreamVersion, streamExists } = await store.readStream(streamName, options)
      // Emmett offers evolve functions of plain and of recorded events; a recorded event is good for both.
      const step = evolve as (state: ReturnType<typeof initialState>, event: (typeof events)[number]) => typeof state
      return { currentStreamVersion, state: events.reduce(step, initialState()), streamExists }
    },
    readStream: async <E extends Event, Payload extends Event = E>(
      streamName: string,
      options?: ReadStreamOptions<bigint, E, Payload>,
    ) => {
      const events = await read(streamName)
      const currentStreamVersion = BigInt(events.length)
      assertExpectedVersionMatchesCurrent(currentStreamVersion, options?.expectedStreamVersion, 0n)
      const from = Number(options?.from ?? 0n)
      const to = options?.to ?? (options?.maxCount ? BigInt(from) + options.maxCount : currentStreamVersion)
      const chosen = events.slice(from, Number(to)).map((event) => asEmmett(event) as Read<Payload>)
      return {
        currentStreamVersion,
        events: upcastRecordedMessages<E, Payload, ReadEventMetadataWithGlobalPosition>(
          chosen,
          options?.schema?.versioning,
        ),
        streamExists: events.length > 0,
      }
    },
    appendToStream: async (streamName, events, options) => {
      const decide = (loaded: readonly RecordedEvent[]) => {
        assertExpectedVersionMatchesCurrent(BigInt(loaded.length), options?.expectedStreamVersion, 0n)
        return downcastRecordedMessages(events, options?.schema?.versioning)
      }
      const context = unknownContext(clock.now())
      const { loaded, added } = await propose({ stream: streamName, startsStream: false, decide }, context)
      return {
        nextExpectedStreamVersion: BigInt(loaded.length + added.length),
        createdNewStream: loaded.length === 0,
      }
    },
    streamExists: async (streamName) => (await read(streamName)).length > 0,
  }
  return store
}

function asEmmett({ type, data, metadata }: RecordedEvent): ReadEvent<Event, ReadEventMetadataWithGlobalPosition> {
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

function unknownContext(now: Date): CommandContext {
  const id = randomUUID()
  return {
    actor: { kind: 'system', id: 'emmett', name: null, role: null },
    ...{ correlationId: id, causationId: id, now, happenedAt: null, idempotency: null },
  }
}
