import type { CommandContext, CommandHandler, TimedCommand } from '@ultimate/event-store/commands.ts'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { commandRoute, withoutKey } from './commands.ts'
import { readDefaultFacts } from './edition.ts'
import type { RequestContext } from './http/http-route.ts'
import type { Platform } from './module.ts'

const ring = endpoint({
  method: 'POST',
  path: '/api/ring',
  summary: 'Ring a bell',
  allow: 'everyone',
  answers: { 200: z.strictObject({ edition: z.string() }) },
})

type Ring = TimedCommand & { readonly type: 'Ring'; readonly data: { readonly times: number } }
const bell = {
  decide: ({ data }: Ring) => ({ type: 'Rung' as const, data }),
  evolve: (times: number) => times + 1,
  initialState: () => 0,
}

const now = new Date('2026-11-27T18:00:00Z')
const idempotency = { key: 'once', scope: 'visitor', fingerprint: '', visitor: null }
const commandContext = { actor: { kind: 'visitor' }, now, idempotency } as unknown as CommandContext
const request = { commandContext, expectedVersion: 3 } as unknown as RequestContext

/** A site that notes what it handles, and whose next edition is published with the first command. */
function site() {
  const handled: unknown[] = []
  let edition = '2026'
  const commands = {
    handle: async (_: unknown, options: object, context: CommandContext) => {
      edition = '2027'
      handled.push([options, { now: context.now, key: context.idempotency?.key, edition: context.edition }])
    },
  } as unknown as CommandHandler
  const current = {
    get edition() {
      return edition
    },
  }
  return { handled, platform: { commands, current, facts: readDefaultFacts('2026') } as unknown as Platform }
}

it('sends a command at the time, with the key and in the edition of the request, and answers in that edition', async () => {
  const { platform, handled } = site()
  const { handle } = commandRoute(platform, ring, async (_, { send, current, expectedVersion }) => {
    await send(bell, 'bell-1', { type: 'Ring', data: { times: 2 } }, { expectedVersion })
    await send(bell, 'bell-2', { type: 'Ring', data: { times: 1 } }, withoutKey)
    return { status: 200, body: { edition: current.edition } }
  })
  expect(await handle({}, request)).toEqual({ status: 200, body: { edition: '2026' } })
  const metadata = { now }
  expect(handled).toEqual([
    [
      { stream: 'bell-1', command: { type: 'Ring', data: { times: 2 }, metadata }, expectedVersion: 3 },
      { now, key: 'once', edition: '2026' },
    ],
    [
      { stream: 'bell-2', command: { type: 'Ring', data: { times: 1 }, metadata } },
      { now, key: undefined, edition: '2026' },
    ],
  ])
})

it('takes only the commands that its decider decides about', () => {
  const { platform } = site()
  commandRoute(platform, ring, async (_, { send, current }) => {
    // @ts-expect-error: the bell decides about rings
    await send(bell, 'bell-1', { type: 'Burn', data: { times: 1 } })
    // @ts-expect-error: a ring has a number
    await send(bell, 'bell-1', { type: 'Ring', data: { times: 'twice' } })
    return { status: 200, body: { edition: current.edition } }
  })
})
