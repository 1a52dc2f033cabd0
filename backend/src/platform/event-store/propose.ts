import { setTimeout as delay } from 'node:timers/promises'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import postgres, { type ISql } from 'postgres'
import type { Clock } from '../clock.ts'
import type { Alongside } from './alongside.ts'
import type { Append } from './append.ts'
import { type AppendFailure, failureOf } from './append-failure.ts'
import type { Appender } from './appender.ts'
import type { CommandContext } from './commands.ts'
import type { Event } from './emmett.ts'
import { type EncodedEvent, encode, subjectsToSeal, validated } from './event-codec.ts'
import { type Fence, FencedOff } from './fence.ts'
import { perStream } from './per-stream.ts'
import type { Keys, PersonKeys } from './person-keys.ts'
import { type Reader, readStream } from './read-stream.ts'
import type { RecordedEvent } from './recorded-event.ts'
import { categoryOf } from './registry.ts'
import { changesOf } from './row-changes.ts'

export interface Writer extends Reader {
  readonly sql: ISql
  readonly append: Appender
  readonly keys: PersonKeys
  readonly fence: Fence
  readonly clock: Clock
  readonly edition: string
  /** Called after every append with the position of its last event. */
  readonly appended: (position: number) => void
}

/** What somebody wants to add to a stream; `decide` may throw a refusal, and runs again when somebody else was faster. */
export interface Proposal {
  readonly stream: string
  /** The stream should not exist: the first try skips the load. */
  readonly startsStream: boolean
  readonly decide: (loaded: readonly RecordedEvent[]) => readonly Event[]
  readonly alongside?: readonly Alongside[]
}

export interface Proposed {
  readonly loaded: readonly RecordedEvent[]
  readonly added: readonly RecordedEvent[]
  readonly outcome: 'applied' | 'unchanged' | 'repeated'
}

/** @throws FencedOff while another release holds the database */
export type Propose = (proposal: Proposal, context: CommandContext) => Promise<Proposed>

/** Ample: in one process the work on a stream queues up, so only other processes can be faster. */
const attempts = 60
const longestPauseMs = 50

export function proposer(writer: Writer): Propose {
  const inTurn = perStream()
  return (proposal, context) => inTurn(proposal.stream, () => proposeUntilAnswered(writer, proposal, context))
}

async function proposeUntilAnswered(writer: Writer, proposal: Proposal, context: CommandContext): Promise<Proposed> {
  for (let attempt = 1; ; attempt++) {
    const fencingToken = await writer.fence.token()
    const { forgets } = writer.keys
    const load = attempt > 1 || !proposal.startsStream
    const loaded = load ? await readStream(writer.sql, writer, proposal.stream) : null
    const failure = await tryOnce(writer, proposal, context, { loaded, forgets, fencingToken })
    if ('outcome' in failure) return failure
    if (failure.kind === 'claimed-before') return repeated(writer, proposal)
    await prepareAgain(writer, failure)
    if (attempt === attempts) throw new Error(`${proposal.stream} changed ${attempts} times under one command`)
    await delay(Math.random() * Math.min(longestPauseMs, 2 ** attempt))
  }
}

/** What has to be known anew before the next try; throws where there can be none. */
async function prepareAgain({ registry, keys, fence }: Writer, failure: AppendFailure): Promise<void> {
  if (failure.kind === 'refused') throw registry.errorOf(failure.code)
  if (failure.kind === 'keys-changed') await keys.relearn()
  if (failure.kind === 'fenced-off' && (await fence.isFencedOff())) throw new FencedOff()
}

/** The stream as read, null when that was skipped; and what was known before it was read. */
interface Known extends Pick<Append, 'forgets' | 'fencingToken'> {
  readonly loaded: readonly RecordedEvent[] | null
}

async function tryOnce(
  writer: Writer,
  { stream, decide, alongside = [] }: Proposal,
  context: CommandContext,
  known: Known,
): Promise<Proposed | AppendFailure> {
  const loaded = known.loaded ?? []
  try {
    const events = validated(writer.registry, decide(loaded))
    if (events.length === 0) return { loaded, added: [], outcome: 'unchanged' }
    const subjects = subjectsToSeal(writer.registry, stream, events)
    const keys = known.loaded ? await writer.keys.find(subjects) : new Map()
    const sealed = encode(writer.registry, stream, events, keys)
    const { forgets, fencingToken } = known
    return await store(writer, { stream, loaded, context, forgets, fencingToken, alongside, ...sealed })
  } catch (error) {
    const failure = await understood(writer, stream, error)
    if (!failure && !(error instanceof DomainError)) throw error
    // A repeated request meets its own traces: the name it took itself, the version it raised itself.
    if ((!failure || failure.kind === 'refused') && (await isClaimed(writer, context)))
      return { kind: 'claimed-before' }
    if (!failure) throw error
    return failure
  }
}

/** A statement that does not fit the tables of another release fails before its token is looked at. */
async function understood({ registry, fence }: Writer, stream: string, error: unknown): Promise<AppendFailure | null> {
  const failure = failureOf(error, registry.readModelsOf(categoryOf(stream)))
  const isStrange = failure === null && error instanceof postgres.PostgresError
  return isStrange && (await fence.isFencedOff()) ? { kind: 'fenced-off' } : failure
}

interface Storing extends Pick<Append, 'forgets' | 'fencingToken'> {
  readonly stream: string
  readonly loaded: readonly RecordedEvent[]
  readonly context: CommandContext
  readonly encoded: readonly EncodedEvent[]
  readonly created: Keys
  readonly alongside: readonly Alongside[]
}

async function store(writer: Writer, storing: Storing): Promise<Proposed> {
  const { stream, loaded, context, encoded, created, forgets, fencingToken, alongside } = storing
  const { actor, correlationId, causationId, happenedAt, idempotency } = context
  const { edition } = writer
  const metadata: Append['metadata'] = {
    actor,
    correlationId,
    causationId,
    edition,
    happenedAt,
    at: writer.clock.now(),
  }
  const version = loaded.length
  const recordedFrom = (position: number): RecordedEvent[] =>
    encoded.map(({ type, data }, index) => ({
      type,
      data,
      metadata: { ...metadata, stream, version: version + index + 1, position: position && position + index },
    }))
  const models = writer.registry.readModelsOf(categoryOf(stream))
  const rows = models.map((model) => changesOf(model, loaded, recordedFrom(0)))
  const position = await writer.append({
    ...{ stream, version, metadata, rows, forgets, fencingToken, idempotency, alongside },
    events: encoded,
    newKeys: created,
  })
  writer.keys.remember(created)
  writer.appended(position + encoded.length - 1)
  return { loaded, added: recordedFrom(position), outcome: 'applied' }
}

async function isClaimed({ sql }: Writer, { idempotency }: CommandContext): Promise<boolean> {
  if (!idempotency) return false
  const { scope, key } = idempotency
  const [row] = await sql`select 1 from idempotency where scope = ${scope} and key = ${key}`
  return row !== undefined
}

async function repeated(writer: Writer, { stream }: Proposal): Promise<Proposed> {
  return { loaded: await readStream(writer.sql, writer, stream), added: [], outcome: 'repeated' }
}
