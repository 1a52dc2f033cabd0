import type { CommandHandler } from '@ultimate/event-store/commands.ts'
import { command, shelfDecider, shelfEvents, shelfModule } from '@ultimate/event-store/fixtures/shelf.fixture.ts'
import { defineErrors } from '@ultimate/events/language/domain-error.ts'
import { type Endpoint, endpoint } from '@ultimate/events/language/endpoint.ts'
import { adminOrTd, anyStaff, tdOnly } from '@ultimate/events/language/roles.ts'
import { requiredLine } from '@ultimate/events/language/text/text.ts'
import { z } from 'zod'
import type { Module } from '../module.ts'
import { errorByCode } from './answer/error-reply.ts'
import { type Route, route } from './http-route.ts'

const { registry: errors } = defineErrors({
  NAME_TAKEN: { status: 409, message: 'Another shelf has this name.' },
  SHELF_EXISTS: { status: 409, message: 'This shelf exists.' },
  NO_SHELF: { status: 404, message: 'There is no such shelf.' },
})
const shelf = shelfDecider((code) => errorByCode(code, errors))

const shelfId = z.uuid()
const state = z.strictObject({ id: z.string(), books: z.array(z.string()) })

export const libraryApi = {
  build: endpoint({
    method: 'POST',
    path: '/api/shelves',
    summary: 'Build a shelf',
    allow: 'everyone',
    body: z.strictObject({
      name: requiredLine(40, 'A shelf needs a name.'),
      material: z.enum(['oak', 'pine']).optional(),
      boards: z.int().min(1).max(9).optional(),
      labels: z
        .array(z.strictObject({ text: requiredLine(10, 'A label says something.') }))
        .max(3)
        .optional(),
    }),
    answers: { 201: state },
    errors: ['NAME_TAKEN', 'SHELF_EXISTS'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/shelves/{id}',
    summary: 'A shelf',
    allow: 'everyone',
    params: z.strictObject({ id: shelfId }),
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
    answers: { 200: z.strictObject({ id: z.string(), limit: z.number() }) },
    errors: ['NO_SHELF'],
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/shelves/{id}/books/{book}',
    summary: 'Put a book on a shelf',
    allow: adminOrTd,
    params: z.strictObject({ id: shelfId, book: z.string().max(40) }),
    answers: { 200: state },
    errors: ['NO_SHELF'],
  }),
  burn: endpoint({
    method: 'DELETE',
    path: '/api/shelves/{id}',
    summary: 'Burn a shelf',
    allow: tdOnly,
    params: z.strictObject({ id: shelfId }),
    answers: { 204: null },
    errors: ['NO_SHELF'],
  }),
  owners: endpoint({
    method: 'GET',
    path: '/api/owners',
    summary: 'Who owns the shelves',
    allow: anyStaff,
    answers: { 200: z.strictObject({ owners: z.array(z.string()) }) },
    personal: true,
  }),
} satisfies Record<string, Endpoint>

/** A module with one route of each kind. Its facts: shelves are for everyone, books for staff, fires for the TD. */
export function libraryModule(commands: CommandHandler, more: readonly Route[]): Module {
  const change = async (id: string, what: ReturnType<typeof command>, context: Parameters<Route['handle']>[1]) => {
    const { state, version } = await commands.handle(
      shelf,
      {
        stream: `shelf-${id}`,
        command: what,
        startsStream: what.type === 'Build',
        ...(context.expectedVersion !== undefined && { expectedVersion: context.expectedVersion }),
      },
      context.commandContext,
    )
    return { body: { id, books: [...state.books] }, version }
  }
  const routes = [
    route(libraryApi.build, async ({ body }, context) => {
      const built = await change(context.newId(), command('Build', { name: body.name, owner: null }), context)
      context.setCookie('visitor', `of-${body.name}`, { maxAgeSeconds: 60 })
      return { status: 201, ...built }
    }),
    route(libraryApi.read, async ({ params: { id }, query: { limit } }) => ({
      status: 200,
      body: { id, limit },
      version: 7,
    })),
    route(
      libraryApi.put,
      async ({ params }, context) => ({
        status: 200,
        ...(await change(params.id, command('Put', { book: params.book, pages: 1 }), context)),
      }),
      {
        answerIfStale: async ({ params }, context) => ({
          status: 200,
          ...(await change(params.id, command('Take', { book: 'no such book' }), context)),
        }),
      },
    ),
    route(libraryApi.burn, async ({ params }, context) => {
      await change(params.id, command('Burn'), context)
      return { status: 204, body: undefined }
    }),
    route(libraryApi.owners, async () => ({ status: 200, body: { owners: Array<string>(200).fill('Thea') } })),
  ]
  return {
    ...shelfModule,
    name: 'tournament',
    errors,
    routes: [...routes, ...more],
    automations: [],
    events: {
      ...shelfEvents,
      ShelfBuilt: { ...shelfEvents.ShelfBuilt, live: [{ topic: 'slots', audience: 'everyone' }] },
      BookPut: { ...shelfEvents.BookPut, live: [{ topic: 'signups', audience: anyStaff }] },
      ShelfBurnt: { ...shelfEvents.ShelfBurnt, live: [{ topic: 'users', audience: tdOnly }] },
    },
  }
}
