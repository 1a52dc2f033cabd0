import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { countShownSeconds } from '@ultimate/events/dinner/board.ts'
import { buildBoardAfter } from '@ultimate/events/dinner/replayed-board.ts'
import { seed } from '@ultimate/events/seed.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { actingPeople, type Seen } from '../../test/test-acting-people.ts'
import { type Action, action } from '../../test/test-actions.ts'
import { type DinnerTestApp, dinnerTestApp } from '../../test/test-dinner.ts'

/** Actions at the same time, and the seconds until the next ones. */
interface Moment {
  readonly actions: readonly Action[]
  readonly pause: number
}
const moment: fc.Arbitrary<Moment> = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  pause: fc.constantFrom(0, 0.25, 1, 7, 61),
})

function expectOrder({ board, session, items, finished, leftovers, slots, signups }: Seen): void {
  expect(board, 'one answer about all of it').toMatchObject({ session, items, finished, leftovers })
  const standing = [...items, ...leftovers].filter((item) => item.management_position !== null)
  const places = standing.map((item) => `${item.management_zone} ${item.management_position}`)
  expect(new Set(places).size, 'one dish per place').toBe(places.length)
  for (const { management_zone: zone, management_position: position } of standing)
    expect(position).toBeLessThan(zone === 'warming' ? session.warming_slots : session.buffet_slots)

  const all = [...items, ...finished, ...leftovers].map((item) => item.id).toSorted()
  const checkedIn = signups.filter((it) => it.checked_in && it.category === 'dishes').map((it) => it.id)
  expect(all, 'every checked-in dish once').toEqual(checkedIn.toSorted())
  if (session.finished_at === null) expect(leftovers).toEqual([])
  else expect(items).toEqual([])

  for (const slot of slots)
    expect(slot.current_signups, slot.name).toBe(signups.filter((it) => it.slot_id === slot.id).length)
}

const isRunning = ({ session }: Seen) => session.started_at !== null && session.finished_at === null

/**
 * A stopwatch that knows nothing of stays: it adds up the time that passes while a dish is seen on the buffet. What
 * passes after Done counts as well once Done is seen to have been taken back, and what passes after Finish once dinner is
 * seen to go on.
 */
function stopwatch() {
  const seconds = new Map<string, number>()
  const sinceDone = new Map<string, { readonly done: string | null; readonly seconds: number }>()
  let sinceFinish: (() => void)[] = []
  const add = (id: string, duration: number) => seconds.set(id, (seconds.get(id) ?? 0) + duration)
  const wait = (id: string, done: string | null, duration: number) =>
    sinceDone.set(id, { done, seconds: (sinceDone.get(id)?.seconds ?? 0) + duration })
  const passing =
    ({ items, finished, leftovers }: Seen, duration: number) =>
    () => {
      for (const { id, management_zone: zone } of [...items, ...leftovers]) if (zone === 'buffet') add(id, duration)
      for (const { id, emptied_at: done } of finished) wait(id, done, duration)
    }
  return {
    see: (seen: Seen) => {
      const { items, finished, leftovers } = seen
      if (isRunning(seen)) for (const pass of sinceFinish.splice(0)) pass()
      for (const { id, emptied_at } of [...items, ...finished, ...leftovers]) {
        const before = sinceDone.get(id)
        if (!before || before.done === emptied_at) continue
        add(id, before.seconds)
        sinceDone.delete(id)
      }
    },
    pass: (seen: Seen, duration: number) => {
      if (isRunning(seen)) passing(seen, duration)()
      else if (seen.session.finished_at !== null) sinceFinish.push(passing(seen, duration))
    },
    reset: () => {
      sinceFinish = []
      seconds.clear()
      sinceDone.clear()
    },
    expectSame: ({ session, items, finished, leftovers }: Seen, now: Date) => {
      const shown = (item: BoardItem) => [item.id, countShownSeconds(item, session, now)]
      const all = [...items, ...finished, ...leftovers]
      expect(Object.fromEntries(all.map(shown))).toEqual(
        Object.fromEntries(all.map(({ id }) => [id, seconds.get(id) ?? 0])),
      )
    },
  }
}

async function expectRebuildEqualsLive(app: DinnerTestApp): Promise<void> {
  const [backend] = app.backends
  if (!backend) throw new Error('no backend')
  const { differences } = await rebuild({ sql: backend.sql, modules: backend.modules, apply: false })
  expect(differences).toEqual([])
}

async function anEvening(moments: readonly Moment[]): Promise<void> {
  const app = await dinnerTestApp({ backends: 2 })
  try {
    const people = await actingPeople(app)
    const clock = stopwatch()
    for (const { actions, pause } of moments) {
      const before = await app.eventCount()
      const refused = await Promise.all(actions.map(people.attempt))
      if (!refused.includes(null)) expect(await app.eventCount(), refused.join()).toBe(before)
      if (actions.some((action, index) => action.do === 'reset' && refused[index] === null)) clock.reset()
      const seen = await people.look()
      expectOrder(seen)
      clock.see(seen)
      clock.expectSame(seen, app.now())
      app.moveClock(pause)
      clock.pass(seen, pause)
    }
    await expectRebuildEqualsLive(app)
  } finally {
    await app.close()
  }
}

/** Every step of every dinner, folded as a browser does it, against the board that the server reads at its position. */
async function expectStepsEqualReplay(app: DinnerTestApp): Promise<void> {
  const as = { caller: { role: 'helper' } } as const
  const { dinners } = (await app.call(dinnerApi.listReplaySteps, { query: {} }, as)).body
  let compared = 0
  for (const { dinner } of dinners) {
    const { body } = await app.call(dinnerApi.listReplaySteps, { query: { dinner } }, as)
    expect(body.dinners).toEqual(dinners)
    for (const [index, { position }] of body.steps.entries()) {
      const { body: past } = await app.call(dinnerApi.replayBoard, { query: { at: String(position) } }, as)
      const { session, items, finished, leftovers } = past
      expect(buildBoardAfter(body.steps.slice(0, index + 1), dinner)).toEqual({ session, items, finished, leftovers })
      compared++
    }
  }
  expect(compared).toBeGreaterThan(0)
}

describe(`Any dinner (seed ${seed})`, () => {
  it('keeps its order, while several staff on two backends act at the same time', async () => {
    await fc.assert(fc.asyncProperty(fc.array(moment, { minLength: 25, maxLength: 40, size: 'max' }), anEvening), {
      seed,
      numRuns: 4,
    })
  })

  it('is replayed as it was seen, at 20 moments of 200 actions', async () => {
    const app = await dinnerTestApp({ backends: 2 })
    onTestFinished(() => app.close())
    const people = await actingPeople(app)
    const [actions = []] = fc.sample(fc.array(action, { minLength: 200, maxLength: 200 }), { seed, numRuns: 1 })
    const [moments = []] = fc.sample(fc.uniqueArray(fc.nat({ max: 199 }), { minLength: 20, maxLength: 20 }), {
      seed,
      numRuns: 1,
    })
    const recorded: { at: string; seen: Seen }[] = []
    for (const [index, action] of actions.entries()) {
      await people.attempt(action)
      if (moments.includes(index)) recorded.push({ at: app.now().toISOString(), seen: await people.look() })
      app.moveClock(1 + (index % 9))
    }
    expect(recorded).toHaveLength(20)
    await settled(app.sql)
    for (const { at, seen } of recorded) {
      const { body } = await app.call(dinnerApi.replayBoard, { query: { at } }, { caller: { role: 'helper' } })
      const { session, items, finished, leftovers } = seen
      const byTime = { at, session, items, finished, leftovers }
      expect(body).toEqual({ ...byTime, position: body.position })
      const again = await app.call(dinnerApi.replayBoard, { query: { at: String(body.position) } })
      expect(again.body).toMatchObject({ session, items, finished, leftovers })
    }
    await expectStepsEqualReplay(app)
    const future = await app.call(dinnerApi.replayBoard, { query: { at: '2999-01-01T00:00:00Z' } })
    expect(future.body.at, 'what is still to come stands as it does now').toBe(app.now().toISOString())
  })
})
