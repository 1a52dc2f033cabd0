import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { evolve, initialState, removeTeams, restoreTeamDecider, teamStream } from '@ultimate/events/tournament/bid.ts'
import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import {
  evolve as evolvePools,
  initialState as initialPools,
  poolsStream,
  savePools,
} from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendAs } from '../../platform/commands.ts'
import { type PoolClient, poolClient } from '../test/test-pools.ts'
import { finishGivingBack } from './pools/lost-places.ts'

let site: PoolClient
beforeAll(async () => {
  site = await poolClient()
})
afterAll(() => site.close())

const remove = (...ids: string[]) => site.call('POST', '/teams/remove', { body: { ids, reason: 'Junk' } })
const restore = (id: string) => site.call('POST', `/teams/${id}/restore`)
const restoreAll = async (...ids: string[]) => (await site.call('POST', '/teams/restore', { body: { ids } })).body
const listPlaces = (pools: readonly { teams: readonly ({ id: string } | null)[] }[]) =>
  pools.map(({ teams }) => teams.map((team) => team?.id ?? null))
const publicPlaces = async () => listPlaces((await site.publishedPools({ as: 'visitor' })).body.pools)
const savedPlaces = async () => listPlaces((await site.savedPools()).body.pools)
const storedText = async () => {
  const [row] = await site.sql<{ text: string }[]>`select pools::text as text from pools where id = 'rec'`
  return row?.text ?? ''
}

/** All teams are in, and there is no draft. */
beforeEach(async () => {
  for (const id of Object.values(site.team)) await restore(id)
  await site.emptyPools()
})

describe('Pools after a team was removed', () => {
  it('show its place as empty to all, saved and published', async () => {
    const { huck, becky, joe } = site.team
    await site.save([pool('A', [huck, becky])])
    await site.publish()
    await site.save([pool('A', [joe, huck])])
    expect(await remove(huck)).toMatchObject({ status: 200, body: { removed: 1 } })
    expect(await publicPlaces()).toEqual([[null, becky]])
    expect(await savedPlaces()).toEqual([[joe, null]])
    expect(await storedText()).not.toContain(huck)
  })

  it('have it in its place again once it is restored, in the draft and in public', async () => {
    const { huck, becky, joe } = site.team
    await site.save([pool('A', [huck, becky])])
    await site.publish()
    await site.save([pool('A', [joe, huck])])
    await remove(huck, becky)
    expect(await restoreAll(huck, becky)).toEqual({ restored: 2, places: { back: 2, taken: 0 } })
    expect(await publicPlaces()).toEqual([[huck, becky]])
    expect(await savedPlaces()).toEqual([[joe, huck]])
  })

  it('leave a place to the team that has it by now, and say how many come back without theirs', async () => {
    const { huck, becky, joe } = site.team
    await site.save([pool('A', [huck, becky])])
    await remove(huck, becky)
    await site.save([pool('A', [joe, null])])
    expect(await restoreAll(huck, becky)).toEqual({ restored: 2, places: { back: 1, taken: 1 } })
    expect(await savedPlaces()).toEqual([[joe, becky]])
  })

  it('put no team into a pool that is gone, or that it left before it was removed', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await remove(becky)
    await site.save([pool('B', [null, null])])
    await remove(huck)
    expect(await restoreAll(huck, becky)).toEqual({ restored: 2, places: { back: 0, taken: 1 } })
    expect(await savedPlaces()).toEqual([[null, null]])
  })

  it('give a place back only to a team that was out', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await remove(huck)
    await restore(huck)
    await site.save([pool('A', [null, becky])])
    expect(await restoreAll(huck)).toEqual({ restored: 0, places: { back: 0, taken: 0 } })
    expect(await savedPlaces()).toEqual([[null, becky]])
  })

  it('take it no more: saving it is refused like an unknown team', async () => {
    await remove(site.team.huck)
    const refused = await site.save([pool('A', [null, site.team.huck])])
    expect(refused).toMatchObject({ status: 422, body: { code: 'POOL_TEAM_UNKNOWN' } })
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['pools.0.teams.1'])
  })

  it('can be published and taken back as they are', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await remove(huck)
    expect((await site.publish()).status).toBe(200)
    expect(await publicPlaces()).toEqual([[null, becky]])
    await site.unpublish()
    expect(await savedPlaces()).toEqual([[null, becky]])
  })

  it('have a history that says who gave up which place, under the name of who removed the team', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await remove(huck, becky)
    const { entries } = (await site.call('GET', '/pool-play/history/rec?limit=2')).body
    // One entry or two: the net may be faster for one of them than the request, which takes out both first.
    const freed = entries.filter(({ what }) => what === 'freed')
    expect(new Set(freed.map(({ by }) => by.name))).toEqual(new Set(['Tournament Director']))
    expect(new Set(freed.flatMap(({ changes }) => changes))).toEqual(
      new Set([
        { kind: 'team-moved', team: huck, from: 'A1', to: null },
        { kind: 'team-moved', team: becky, from: 'A2', to: null },
      ]),
    )
    expect(entries[0]?.pools).toEqual([pool('A', [null, null])])
  })

  it('are not touched by a team that stands in none of them', async () => {
    await site.save([pool('A', [site.team.becky, null])])
    const before = await site.eventCount()
    await remove(site.team.huck, site.team.pap)
    expect(await site.eventCount()).toBe(before)
  })

  it('say which teams stand in them to staff who are about to remove some', async () => {
    const { huck, becky, joe } = site.team
    await site.save([pool('A', [huck, null])])
    await site.publish()
    await site.save([pool('A', [becky, null])])
    const placed = async () => new Set((await site.call('GET', '/pool-play/placed')).body.teams as unknown as string[])
    expect(await placed()).toEqual(new Set([huck, becky]))
    await remove(huck, joe)
    expect(await placed()).toEqual(new Set([becky]))
  })
})

describe('A removal that meets something else', () => {
  const context = (): CommandContext => ({
    actor: { kind: 'system', id: 'test', name: 'A tester', role: null },
    correlationId: 'test',
    causationId: 'test',
    now: new Date(),
    happenedAt: null,
    idempotency: null,
  })
  const metadata = { now: new Date() }
  /** Acts as a request that reads the teams before one of them is removed, and is cut off once it has saved. */
  const saveLate = async (huck: string) => {
    const automation = { name: 'when-team-removed-then-free-places', on: ['TeamRemoved'] }
    await vi.waitFor(async () => expect(await site.platform.log.unhandled(automation)).toEqual([]), { timeout: 20_000 })
    await site.platform.commands.handle(
      { decide: savePools, evolve: evolvePools, initialState: initialPools },
      {
        stream: poolsStream('rec', '2025'),
        command: {
          type: 'SavePools',
          data: {
            division: 'rec',
            pools: [pool('A', [huck, null])],
            divisionByTeam: new Map([[huck, 'rec' as const]]),
          },
          metadata,
        },
      },
      context(),
    )
  }

  it('frees the place also when the request is cut off before it has', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await site.publish()
    await site.platform.commands.handle(
      { decide: removeTeams, evolve, initialState },
      { stream: teamStream(huck), command: { type: 'RemoveTeams', data: { reason: 'Junk' }, metadata } },
      context(),
    )
    expect(await publicPlaces(), 'at once').toEqual([[null, becky]])
    await vi.waitFor(async () => expect(await storedText()).not.toContain(huck), { timeout: 20_000 })
  })

  it('gives a restored team its place also when the request is cut off before it has', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await site.publish()
    await remove(huck)
    await site.platform.commands.handle(
      restoreTeamDecider,
      { stream: teamStream(huck), command: { type: 'RestoreTeam', data: {}, metadata } },
      context(),
    )
    await vi.waitFor(async () => expect(await publicPlaces()).toEqual([[huck, becky]]), { timeout: 20_000 })
  })

  it('leaves pools as they are that were arranged after the team was restored', async () => {
    const { huck, becky } = site.team
    await site.save([pool('A', [huck, becky])])
    await remove(huck)
    await restore(huck)
    await site.save([pool('A', [null, becky])])
    const { platform } = site
    const types = ['TeamRestored']
    const [restored] = await platform.log.read({ stream: teamStream(huck), types, newestFirst: true, limit: 1 })
    expect(restored).toBeDefined()
    if (restored) await finishGivingBack({ ...platform, send: sendAs(platform.commands, context()) }, restored)
    expect(await savedPlaces()).toEqual([[null, becky]])
  })

  it('keeps a draft with a removed team from the public, and any save frees its place', async () => {
    const { huck, pap } = site.team
    await remove(huck)
    await saveLate(huck)
    expect(await savedPlaces()).toEqual([[null, null]])
    expect(await site.publish()).toMatchObject({ status: 422, body: { code: 'POOL_TEAM_UNKNOWN' } })
    const body = { division: 'comp', pools: [pool('C', [pap, null])] }
    expect(await site.call('POST', '/pool-play/save', { body })).toMatchObject({ status: 200 })
    expect(await storedText()).not.toContain(huck)
    expect((await site.publish()).status).toBe(200)
    expect(await publicPlaces()).toEqual([[null, null]])
  })

  it('gives a restored team also the place of such a draft', async () => {
    await remove(site.team.huck)
    await saveLate(site.team.huck)
    await restore(site.team.huck)
    expect(await savedPlaces()).toEqual([[site.team.huck, null]])
    expect((await site.publish()).status).toBe(200)
  })
})
