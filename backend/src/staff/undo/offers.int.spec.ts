import {
  aContext,
  command,
  createShelfError,
  type ShelfEvent,
  type ShelfState,
  shelfDecider,
} from '@ultimate/event-store/fixtures/shelf.fixture.ts'
import { testStore } from '@ultimate/event-store/fixtures/store.fixture.ts'
import { settledLog } from '@ultimate/event-store/fixtures/test-database.ts'
import { expect, it, onTestFinished } from 'vitest'
import { libraryModule } from '../../platform/http/library.fixture.ts'
import type { Module } from '../../platform/module.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { buildStep, type ModuleUndo, summarizeWith } from '../../platform/undo.ts'
import { undoOffers } from './offers.ts'

const shelf = shelfDecider(createShelfError)
const hits = 50

/**
 * Counts how often a state evolves for a page of entries, spread over a stream with so many events; all are offered an
 * undo.
 */
async function countEvolved(length: number): Promise<number> {
  const { store, database, close } = await testStore()
  onTestFinished(close)
  const put = (book: number) => ({ type: 'BookPut' as const, data: { book: `Book ${book}`, pages: 100 } })
  const built = { type: 'ShelfBuilt' as const, data: { name: 'Rivers', owner: null, material: 'oak' } }
  const filled = [built, ...Array.from({ length: length - 1 }, (_, index) => put(index))]
  await store.commands.handle(
    { ...shelf, decide: () => filled },
    { stream: 'shelf-1', command: command('Build') },
    aContext,
  )

  let evolved = 0
  const counting = {
    ...shelf,
    evolve: (state: ShelfState, event: ShelfEvent) => {
      evolved++
      return shelf.evolve(state, event)
    },
  }
  const undo: ModuleUndo = {
    rules: {
      BookPut: {
        plan: async ({ data, metadata: { stream } }, { earlierEvents }) => {
          const { built } = stateAfter(counting, earlierEvents) as ShelfState
          if (!built) return 'There was no shelf.'
          return { steps: [buildStep(counting, { stream, command: command('Take', data as { book: string }) })] }
        },
      },
    },
    summaries: {
      shelf: summarizeWith(counting, ({ books }) => Object.fromEntries(books.map((book) => [book, 'on the shelf']))),
    },
    findEdition: () => null,
  }
  const modules: Module[] = [{ ...libraryModule(store.commands, []), undo }]
  const log = settledLog(store.log, database.sql)
  const events = await log.read({ stream: 'shelf-1', limit: length })
  const page = events.toReversed().filter((_, index) => index % 12 === 0)
  const offers = undoOffers({ log, commands: store.commands, modules: () => modules })({
    now: aContext.now,
    by: 'user-1',
  })
  expect(await Promise.all(page.slice(0, hits).map(offers.isOffered))).toEqual(Array(hits).fill(true))
  return evolved
}

it('folds a long stream once, however many of its events an answer holds', async () => {
  const [one, twice] = [await countEvolved(640), await countEvolved(1280)]
  expect(twice - one).toBe(640)
  // Few of it are folded again for an event: before it, after it, and now.
  expect(one).toBeLessThan(640 + hits * 80)
})
