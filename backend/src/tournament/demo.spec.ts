import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import { describe, expect, it } from 'vitest'
import {
  demoAlternates,
  demoComments,
  demoDecisions,
  demoPastNames,
  demoPools,
  demoTeamId,
  demoTeams,
  seedDemo,
} from './demo.ts'

/** Decides in memory, without a store: the demo needs no more of the command handler than this. */
function inMemory() {
  const streams = new Map<string, Event[]>()
  const contexts: CommandContext[] = []
  const commands: CommandHandler = {
    handle: async <State, C extends TimedCommand, E extends Event>(
      decider: Decider<State, C, E>,
      { stream, command }: { stream: string; command: C },
      context: CommandContext,
    ) => {
      const before = (streams.get(stream) ?? []) as E[]
      const state = before.reduce(decider.evolve, decider.initialState())
      const after = [...before, ...[decider.decide(command, state)].flat()]
      streams.set(stream, after)
      contexts.push(context)
      return { state, version: after.length, events: [], outcome: 'applied' as const }
    },
  }
  return { commands, streams, contexts }
}

describe('The demo', () => {
  it('registers more teams than can be confirmed, in both divisions, by good bids', async () => {
    const { commands, streams } = inMemory()
    await seedDemo({ commands, current: { edition: '2025' } })
    expect([...streams.keys()].filter((stream) => stream.startsWith('team-'))).toHaveLength(40)
    for (const division of divisions)
      expect(demoTeams.filter((team) => team[2] === division).length).toBeGreaterThan(10)
  })

  it('has its pools published, with every team that is in by its order in one place', async () => {
    const { commands, streams } = inMemory()
    await seedDemo({ commands, current: { edition: '2025' } })
    for (const division of divisions)
      expect(streams.get(poolsStream(division, '2025'))?.map(({ type }) => type)).toEqual([
        'PoolsSaved',
        'PoolsPublished',
      ])
    const placed = divisions.flatMap((division) => demoPools(division).flatMap(({ teams }) => teams))
    const names = demoTeams.slice(0, factsOf2025.capacity).map(([team]) => team)
    expect(placed.filter((team) => team !== null).toSorted()).toEqual(names.toSorted())
  })

  it('gives every bid a time of its own, in the order of the list', async () => {
    const { commands, contexts } = inMemory()
    await seedDemo({ commands, current: { edition: '2025' } })
    const times = contexts.slice(0, demoTeams.length).map((context) => context.now.getTime())
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
  })

  it('is the work of the system, so that no mail is sent', async () => {
    const { commands, contexts } = inMemory()
    await seedDemo({ commands, current: { edition: '2025' } })
    expect(new Set(contexts.map((context) => context.actor.kind))).toEqual(new Set(['system']))
  })

  it('names no team twice, and says nothing about a team that is not in it', () => {
    const names = demoTeams.map(([team]) => team)
    expect(new Set(names.map(demoTeamId)).size).toBe(names.length)
    const spokenOf = [demoAlternates, demoComments, demoPastNames].flatMap(Object.keys)
    expect(names).toEqual(expect.arrayContaining([...spokenOf, ...demoDecisions.map(([team]) => team)]))
  })
})
