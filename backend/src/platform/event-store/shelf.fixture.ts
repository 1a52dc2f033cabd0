import { defineErrors } from '@ultimate/events/language/domain-error.ts'
import { defineEvents, type EventOf } from '@ultimate/events/language/event.ts'
import { z } from 'zod'
import type { CommandContext, StreamDecider, TimedCommand } from './commands.ts'
import { readModel } from './read-model.ts'
import type { StoredModule } from './registry.ts'

/**
 * A small module for the store's own tests: shelves (`shelf-<id>`) on which books are put. Its name is unique among
 * all shelves, its owner a person, and one read model has a row per shelf, the other a row per book.
 */
export const shelfEvents = defineEvents({
  ShelfBuilt: {
    version: 2,
    data: z.strictObject({ name: z.string(), owner: z.string().nullable(), material: z.string() }),
    personal: { owner: { forgotten: 'Forgotten' } },
    upcast: { 1: (data: { name: string; owner: string | null }) => ({ ...data, material: 'oak' }) },
  },
  BookPut: { version: 1, data: z.strictObject({ book: z.string(), pages: z.int() }) },
  BookTaken: { version: 1, data: z.strictObject({ book: z.string() }) },
  ShelfBurnt: { version: 1, data: z.strictObject({}) },
  BookLent: {
    version: 1,
    data: z.strictObject({ book: z.string(), reader: z.string(), address: z.strictObject({ email: z.string() }) }),
    personal: {
      address: { forgotten: { email: '' }, subject: ({ reader }: { reader: string }) => `reader/${reader}` },
    },
  },
})
export type ShelfEvent = EventOf<typeof shelfEvents>

export const { registry: shelfErrors, fail } = defineErrors({
  NAME_TAKEN: { status: 409, message: 'Another shelf has this name.' },
  SHELF_EXISTS: { status: 409, message: 'This shelf exists.' },
  NO_SHELF: { status: 404, message: 'There is no such shelf.' },
})

export interface ShelfRow {
  id: string
  name: string
  owner: string | null
  pages: number
  built_at: Date
  books: string[]
}
export const shelves = readModel<ShelfRow, ShelfEvent>({
  table: 'shelves',
  version: 1,
  category: 'shelf',
  columns: {
    id: { type: 'text' },
    name: { type: 'text' },
    owner: { type: 'text', nullable: true },
    pages: { type: 'bigint' },
    built_at: { type: 'timestamptz' },
    books: { type: 'jsonb' },
  },
  constraints: ['create unique index {table}_name on {table} (lower(name))'],
  conflicts: { shelves_name: 'NAME_TAKEN' },
  rowsOf: ({ metadata }) => metadata.stream,
  evolve: (row, { type, data, metadata }) => {
    if (type === 'ShelfBuilt')
      return {
        id: metadata.stream,
        ...{ name: data.name, owner: data.owner },
        pages: 0,
        built_at: metadata.at,
        books: [],
      }
    if (!row) return null
    switch (type) {
      case 'BookPut':
        return { ...row, pages: row.pages + data.pages, books: [...row.books, data.book] }
      case 'BookTaken':
        return { ...row, books: row.books.filter((book) => book !== data.book) }
      case 'ShelfBurnt':
        return null
      default:
        return row
    }
  },
})

export interface BookRow {
  id: string
  shelf: string
  lent: boolean
}
export const books = readModel<BookRow, ShelfEvent>({
  table: 'books',
  version: 1,
  category: 'shelf',
  columns: { id: { type: 'text' }, shelf: { type: 'text' }, lent: { type: 'boolean' } },
  rowsOf: ({ type, data, metadata }) => {
    if (type === 'ShelfBurnt') return '*'
    return type === 'ShelfBuilt' ? [] : `${metadata.stream}/${data.book}`
  },
  evolve: (row, { type, data, metadata }) => {
    if (type === 'BookPut') return { id: `${metadata.stream}/${data.book}`, shelf: metadata.stream, lent: false }
    if (type === 'BookLent') return row && { ...row, lent: true }
    return null
  },
})

export const shelfModule: StoredModule = {
  name: 'tournament',
  events: shelfEvents,
  categories: ['shelf'],
  errors: shelfErrors,
  readModels: [shelves, books],
}

export type ShelfState = { readonly built: boolean; readonly books: readonly string[] }
export type ShelfCommand = TimedCommand<
  'Build' | 'Put' | 'Take' | 'Lend' | 'Burn',
  Record<string, string | number | null>
>

export const shelf: StreamDecider<ShelfState, ShelfCommand, ShelfEvent> = {
  initialState: () => ({ built: false, books: [] }),
  evolve: (state, { type, data }) => {
    if (type === 'ShelfBuilt') return { ...state, built: true }
    if (type === 'BookPut') return { ...state, books: [...state.books, data.book] }
    if (type === 'BookTaken') return { ...state, books: state.books.filter((book) => book !== data.book) }
    return type === 'ShelfBurnt' ? { built: false, books: [] } : state
  },
  decide: ({ type, data }, { built, books }) => {
    const book = String(data.book)
    if (type === 'Build') {
      if (built) fail('SHELF_EXISTS')
      return {
        type: 'ShelfBuilt',
        data: { name: String(data.name), owner: data.owner as string | null, material: 'pine' },
      }
    }
    if (!built) fail('NO_SHELF')
    switch (type) {
      case 'Put':
        return books.includes(book) ? [] : { type: 'BookPut', data: { book, pages: Number(data.pages) } }
      case 'Take':
        return books.includes(book) ? { type: 'BookTaken', data: { book } } : []
      case 'Lend':
        return { type: 'BookLent', data: { book, reader: String(data.reader), address: { email: String(data.email) } } }
      case 'Burn':
        return { type: 'ShelfBurnt', data: {} }
    }
  },
}

export const now = new Date('2026-11-26T10:00:00.000Z')

export const aContext: CommandContext = {
  actor: { kind: 'staff', id: 'user-1', name: 'Thea', role: 'TD' },
  correlationId: 'correlation-1',
  causationId: 'causation-1',
  now,
  happenedAt: null,
  idempotency: null,
}

export const command = (type: ShelfCommand['type'], data: ShelfCommand['data'] = {}): ShelfCommand => ({
  type,
  data,
  metadata: { now },
})
export const build = (name: string, owner: string | null = null) => command('Build', { name, owner })
export const put = (book: string, pages = 100) => command('Put', { book, pages })
