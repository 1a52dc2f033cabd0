import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, expect, it } from 'vitest'
import { hideOtherEditions } from './edition-guard.ts'
import type { Platform } from './module.ts'

type Opened = { type: 'Opened'; data: Record<string, never> }
type Closed = { type: 'Closed'; data: Record<string, never> }
type TicketEvent = Opened | Closed
type Ticket = 'unknown' | 'open' | 'closed'
type Act = TimedCommand<'Open' | 'Close'>

const opened: Opened = { type: 'Opened', data: {} }
const closed: Closed = { type: 'Closed', data: {} }

const ticket: Decider<Ticket, Act, TicketEvent> = {
  initialState: () => 'unknown',
  evolve: (_, { type }) => (type === 'Opened' ? 'open' : 'closed'),
  decide: ({ type }, state) => {
    if (type === 'Open') return state === 'open' ? [] : opened
    if (state === 'unknown') throw new DomainError('NO_TICKET', 'There is no such ticket.')
    return closed
  },
}

const folds: unknown[] = []

/** Decides about a stream that was begun in 2025. */
const commands: CommandHandler = {
  handle: async <State, C extends TimedCommand, E extends Event>(
    { decide, evolve, initialState }: Decider<State, C, E>,
    { command }: { command: C },
  ) => {
    folds.push(evolve)
    const recorded = { ...opened, metadata: { edition: '2025' } } as unknown as E
    const before = evolve(initialState(), recorded)
    const added = [decide(command, before)].flat() as E[]
    const state = added.reduce(evolve, before)
    return { state, version: 1 + added.length, events: [], outcome: 'applied' as const }
  },
}

const context = (kind: 'staff' | 'system' = 'staff') => ({ actor: { kind } }) as CommandContext
const act = (type: Act['type']): Act => ({ type, data: {}, metadata: { now: new Date('2026-10-01T12:00:00Z') } })

function run(edition: string, type: Act['type'], { stream = 'ticket-1', as = context() } = {}) {
  const platform = hideOtherEditions({ current: { edition }, commands } as Platform, ['ticket'])
  return platform.commands.handle(ticket, { stream, command: act(type) }, as)
}

describe('A command on a stream of an edition', () => {
  it('is handled in that edition, and gives the state of the stream', async () => {
    expect(await run('2025', 'Close')).toMatchObject({ state: 'closed', version: 2 })
    expect(await run('2025', 'Open')).toMatchObject({ state: 'open', version: 1 })
  })

  it('fails in another edition as if the stream did not exist', async () => {
    await expect(run('2026', 'Close')).rejects.toMatchObject({ code: 'NO_TICKET' })
  })

  it('is refused in another edition where it would begin the stream again', async () => {
    await expect(run('2026', 'Open')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is handled in any edition for the system, which finishes what an earlier one began', async () => {
    expect(await run('2026', 'Close', { as: context('system') })).toMatchObject({ state: 'closed' })
  })

  it('is handled in any edition where the category belongs to all', async () => {
    expect(await run('2026', 'Close', { stream: 'queue-1' })).toMatchObject({ state: 'closed' })
  })

  it('is folded by the same function each time, so that the store can keep the state of a long stream', async () => {
    await run('2025', 'Close')
    await run('2025', 'Open')
    const [last, ...others] = folds.toReversed()
    expect(others[0]).toBe(last)
    await run('2026', 'Close').catch(() => undefined)
    expect(folds.at(-1)).not.toBe(last)
  })
})
