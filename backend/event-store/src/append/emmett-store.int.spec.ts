import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DeciderCommandHandler,
  type Event,
  type EventStore,
  type ExpectedStreamVersion,
  getInMemoryEventStore,
  isExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  type ReadEventMetadataWithGlobalPosition,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '../emmett.ts'
import { seed } from '../fixtures/seed.fixture.ts'
import { command, put, type ShelfCommand, type ShelfEvent, type ShelfState, shelf } from '../fixtures/shelf.fixture.ts'
import { type TestStore, testStore } from '../fixtures/store.fixture.ts'

let test: TestStore
beforeAll(async () => {
  test = await testStore()
})
afterAll(() => test.close())

type Step =
  | {
      readonly do: 'append'
      readonly stream: number
      readonly books: string[]
      readonly expected: ExpectedStreamVersion | undefined
    }
  | {
      readonly do: 'read'
      readonly stream: number
      readonly options: { from?: bigint; to?: bigint; maxCount?: bigint }
    }
  | { readonly do: 'aggregate' | 'exists'; readonly stream: number }

const stream = fc.integer({ min: 0, max: 2 })
const expected = fc.option(
  fc.oneof(
    fc.constantFrom<ExpectedStreamVersion>(STREAM_EXISTS, STREAM_DOES_NOT_EXIST, NO_CONCURRENCY_CHECK),
    fc.bigInt({ min: 0n, max: 6n }),
  ),
  { nil: undefined },
)
const part = fc.bigInt({ min: 0n, max: 6n })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      stream,
      expected,
      books: fc.array(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\\0')),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      stream,
      options: fc.record({ from: part, to: part, maxCount: part }, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('aggregate' as const, 'exists' as const), stream }) },
)

/** Returns the store's answer without message ids and positions, which two stores cannot share. */
async function take(
  store: EventStore<ReadEventMetadataWithGlobalPosition>,
  { stream: number, ...what }: Step,
  run: string,
): Promise<unknown> {
  const name = `shelf-${run}-${number}`
  try {
    switch (what.do) {
      case 'append': {
        const { nextExpectedStreamVersion, createdNewStream } = await store.appendToStream(
          name,
          what.books.map((book): Event => ({ type: 'BookPut', data: { book, pages: 1 } })),
          what.expected === undefined ? {} : { expectedStreamVersion: what.expected },
        )
        return { nextExpectedStreamVersion, createdNewStream }
      }
      case 'read': {
        const read = await store.readStream(name, what.options)
        const events = read.events.map(({ type, data, metadata }) => ({
          type,
          data,
          at: metadata.streamPosition,
          in: metadata.streamName,
        }))
        return { ...read, events }
      }
      case 'aggregate':
        return await store.aggregateStream<string[], Event>(name, {
          initialState: () => [],
          evolve: (state: string[], event: Event) => [...state, String(event.data.book)],
        })
      case 'exists':
        return await store.streamExists(name)
    }
  } catch (error) {
    return String(error)
  }
}

describe('the store behind the interface of Emmett', () => {
  it('answers any sequence of calls as the in-memory store of Emmett does, conflicts included', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const model = getInMemoryEventStore()
        run++
        for (const next of steps)
          expect(await take(test.store.emmett, next, `${run}`)).toEqual(await take(model, next, `${run}`))
      }),
      { seed, numRuns: 60 },
    )
  })

  it('takes commands of Emmett’s handler, which retries when another process was faster', async () => {
    const handle = DeciderCommandHandler({ ...shelf, retry: { onVersionConflict: true } })
    await handle(test.store.emmett, 'shelf-emmett', command('Build', { name: 'Emmett', owner: null }))
    await Promise.all(
      ['Emma', 'Persuasion', 'Sanditon'].map((book) => handle(test.another(1).emmett, 'shelf-emmett', put(book))),
    )
    const { state } = await test.store.emmett.aggregateStream('shelf-emmett', shelf)
    expect([...state.books].sort()).toEqual(['Emma', 'Persuasion', 'Sanditon'])
  })

  it('finds a stream that should not exist when it appends, as a conflict', async () => {
    const emma = { type: 'BookPut', data: { book: 'Emma', pages: 1 } } as const
    const handle = DeciderCommandHandler<ShelfState, ShelfCommand, ShelfEvent>({ ...shelf, decide: () => emma })
    const options = { expectedStreamVersion: STREAM_DOES_NOT_EXIST }
    await handle(test.store.emmett, 'shelf-assumed', put('Emma'), options)
    const again = handle(test.store.emmett, 'shelf-assumed', put('Emma'), options)
    expect(await again.catch(isExpectedVersionConflictError)).toBe(true)
  })
})
