import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findConflicts } from './conflicts.ts'
import type { ScheduleEvent } from './events.ts'
import { computeMinutes, defaultSettings, findTime } from './plan.ts'
import { cancelRound, delaySchedule, shortenRounds, undoDelay } from './rain.ts'
import { fold, listTimes, metadata, published } from './schedule.fixture.ts'
import type { Schedule } from './schedule.ts'

const from = '2025-11-22T09:00:00-06:00'
type Played = readonly string[]
const delay = (schedule: Schedule, data: { from: string; minutes: number }, played: Played = []) =>
  delaySchedule({ type: 'DelaySchedule', data: { ...data, played: new Set(played) }, metadata }, schedule)
const cancel = (schedule: Schedule, round: string, played: Played = []) =>
  cancelRound({ type: 'CancelRound', data: { round, played: new Set(played) }, metadata }, schedule)
const shorten = (
  schedule: Schedule,
  data: { from: string; game_minutes: number; slot_minutes: number },
  played: Played = [],
) => shortenRounds({ type: 'ShortenRounds', data: { ...data, played: new Set(played) }, metadata }, schedule)
const undo = (schedule: Schedule) => undoDelay({ type: 'UndoDelay', data: {}, metadata }, schedule)

const publicGame = ({ published: plan }: Schedule, id: string) => plan?.games.find((game) => game.id === id)
const listStarts = (schedule: Schedule) =>
  Object.fromEntries(Object.entries(listTimes(schedule)).map(([id, time]) => [id, time?.start]))
/** A game that begins first, and its round. */
function findFirst(schedule: Schedule) {
  const [id = ''] = Object.entries(listStarts(schedule)).find(([, start]) => start === from) ?? []
  return { id, round: publicGame(schedule, id)?.round ?? '' }
}

describe('A delay', () => {
  it('never moves a game that was played, though its round begins later', () => {
    const schedule = published()
    const before = listStarts(schedule)
    const { id } = findFirst(schedule)
    const after = listStarts(fold(delay(schedule, { from, minutes: 45 }, [id]), schedule))
    expect(after[id]).toBe(from)
    expect(Object.keys(after).filter((other) => after[other] === before[other])).toEqual([id])
  })

  it('moves only games of its own day', () => {
    const [event] = delay(published(), { from: '2025-11-23T08:00:00-06:00', minutes: 45 })
    expect(event?.data).toMatchObject({ rounds: expect.arrayContaining(['2025-11-23-1']), games: [] })
  })

  it('is taken back exactly, one after the other', () => {
    const schedule = published()
    const once = fold(delay(schedule, { from, minutes: 45 }), schedule)
    const twice = fold(delay(once, { from: '2025-11-22T11:05:00-06:00', minutes: 20 }, ['game 1']), once)
    expect(listStarts(twice)).not.toEqual(listStarts(once))
    const back = fold(undo(twice), twice)
    expect(back).toEqual(once)
    expect(fold(undo(back), back)).toEqual(schedule)
  })

  it('moves a game that the draft alone has in a later round with that round, and in public not at all', () => {
    const schedule = published()
    const { id } = findFirst(schedule)
    const data = { game: id, round: '2025-11-22-6', field: 'field-9' }
    const moved = fold([{ type: 'GamePlaced', data }], schedule)
    const after = fold(delay(moved, { from: '2025-11-22T15:00:00-06:00', minutes: 45 }), moved)
    expect(listStarts(after)[id]).toBe(from)
    const inDraft = after.draft.games.find((game) => game.id === id)
    expect(inDraft && findTime(inDraft, after.draft)?.start).toBe('2025-11-22T16:25:00-06:00')
  })

  it('of no minutes is none', () => {
    expect(delay(published(), { from, minutes: 0 })).toEqual([])
  })

  it('can no longer be taken back once the times of the days are set anew, but after a field was renamed', () => {
    const delayed = fold(delay(published(), { from, minutes: 30 }), published())
    const set = (settings: typeof defaultSettings) =>
      fold([{ type: 'ScheduleSettingsChanged', data: { settings } }], delayed)
    const later = set({ ...defaultSettings, days: [{ date: '2025-11-22', first_start: '10:00', rounds: 6 }] })
    expect(later.draft.rounds[0]?.start).toBe('2025-11-22T10:00:00-06:00')
    expect(() => undo(later)).toThrow('no delay')
    const fields = defaultSettings.fields.map((field) => ({ ...field, name: `Main ${field.name}` }))
    const renamed = set({ ...defaultSettings, fields })
    expect(listStarts(fold(undo(renamed), renamed))).toEqual(listStarts(published()))
  })
})

describe('A round that is cancelled', () => {
  it('is not played by those of its games that have no result', () => {
    const schedule = published()
    const { id, round } = findFirst(schedule)
    const others = schedule.published?.games.filter((game) => game.round === round && game.id !== id) ?? []
    const after = fold(cancel(schedule, round, [id]), schedule)
    expect(publicGame(after, id)?.cancelled).toBeUndefined()
    expect(others.every((game) => publicGame(after, game.id)?.cancelled)).toBe(true)
    expect(listTimes(after)).toEqual(listTimes(schedule))
  })

  it('frees its teams and fields', () => {
    const schedule = published()
    const { id, round } = findFirst(schedule)
    const other = schedule.draft.games.find((game) => game.round !== round)
    const field = publicGame(schedule, id)?.field ?? ''
    const cancelled = fold(cancel(schedule, round), schedule)
    const moved = { type: 'GamePlaced', data: { game: other?.id ?? '', round, field } } as const
    const clashes = (before: Schedule) =>
      findConflicts(fold([moved], before).draft, (team) => team).filter(({ kind }) => kind !== 'rest')
    expect(clashes(schedule)).not.toEqual([])
    expect(clashes(cancelled)).toEqual([])
  })

  it('is moved by a delay, which does not list its games', () => {
    const schedule = published()
    const { id, round } = findFirst(schedule)
    const cancelled = fold(cancel(schedule, round), schedule)
    const [event] = delay(cancelled, { from, minutes: 45 })
    expect(event?.data).not.toMatchObject({ games: expect.arrayContaining([id]) })
    expect(listStarts(fold(event ? [event] : [], cancelled))[id]).toBe('2025-11-22T09:45:00-06:00')
  })

  it('is played after all where a game of it gets another place', () => {
    const schedule = published()
    const { id, round } = findFirst(schedule)
    const data = { game: id, round: '2025-11-22-6', field: 'field-1' }
    const after = fold([...cancel(schedule, round), { type: 'GamePlaced', data }], schedule)
    expect(after.draft.games.find((game) => game.id === id)?.cancelled).toBeUndefined()
    expect(publicGame(after, id)?.cancelled).toBe(true)
  })

  it('has to exist, and to have a game that was not played', () => {
    const schedule = published()
    expect(() => cancel(schedule, '2025-11-22-99')).toThrow('no such round')
    const { round } = findFirst(schedule)
    expect(cancel(schedule, round, Object.keys(listTimes(schedule)))).toEqual([])
  })
})

describe('A day that is shortened', () => {
  const shorter = { from: '2025-11-22T10:00:00-06:00', game_minutes: 50, slot_minutes: 60 }

  it('has rounds that begin sooner after each other, the first of them as before', () => {
    const after = fold(shorten(published(), shorter), published())
    const rounds = after.published?.rounds.filter(({ day }) => day === '2025-11-22') ?? []
    expect(rounds.map(({ start }) => start.slice(11, 16))).toEqual([
      '09:00',
      '10:20',
      '11:20',
      '12:20',
      '13:20',
      '14:20',
    ])
    expect(rounds.map(computeMinutes)).toEqual([70, 50, 50, 50, 50, 50])
    expect(after.draft.rounds).toEqual(after.published?.rounds)
  })

  it('leaves a game that was played its time and its length', () => {
    const schedule = published()
    const { id } = findFirst(schedule)
    const after = fold(shorten(schedule, { ...shorter, from }, [id]), schedule)
    expect(listTimes(after)[id]).toEqual(listTimes(schedule)[id])
  })

  it('takes no rounds that are shorter than their games, and changes nothing where the times are the same', () => {
    expect(() => shorten(published(), { ...shorter, slot_minutes: 40 })).toThrow('correct')
    expect(shorten(published(), { from, game_minutes: 70, slot_minutes: 80 })).toEqual([])
  })
})

describe('Any delays, cancellations and shortenings', () => {
  const moment = fc
    .record({ hour: fc.integer({ min: 8, max: 17 }), minute: fc.constantFrom('00', '20', '40') })
    .map(({ hour, minute }) => `2025-11-22T${String(hour).padStart(2, '0')}:${minute}:00-06:00`)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('delay' as const), from: moment, minutes: fc.integer({ min: -90, max: 200 }) }),
    fc.record({ kind: fc.constant('cancel' as const), round: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      kind: fc.constant('shorten' as const),
      from: moment,
      game_minutes: fc.integer({ min: 20, max: 90 }),
      rest: fc.integer({ min: 0, max: 30 }),
    }),
    fc.constant({ kind: 'undo' as const }),
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  function decide(schedule: Schedule, one: Step, played: Played): ScheduleEvent[] {
    switch (one.kind) {
      case 'delay':
        return delay(schedule, one, played)
      case 'cancel':
        return cancel(schedule, `2025-11-22-${one.round}`, played)
      case 'shorten':
        return shorten(schedule, { ...one, slot_minutes: one.game_minutes + one.rest }, played)
      case 'undo':
        return schedule.delays.length > 0 ? undo(schedule) : []
    }
  }

  /** Every schedule in between, with what led to it. */
  function* walk(start: Schedule, steps: readonly Step[], played: Played) {
    let schedule = start
    for (const one of steps) {
      const [event] = decide(schedule, one, played)
      if (!event) continue
      const before = schedule
      schedule = fold([event], schedule)
      yield { before, event, schedule }
    }
  }

  function expectUnchanged(game: string, { before, schedule }: Record<'before' | 'schedule', Schedule>): void {
    expect(listTimes(schedule)[game]).toEqual(listTimes(before)[game])
    expect(publicGame(schedule, game)?.cancelled).toBeUndefined()
  }

  it('are taken back to exactly what was before each of them, and never change a game that was played', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(step, { maxLength: 12 }),
        fc.subarray(['game 1', 'game 2', 'game 3', 'game 4', 'game 5', 'game 6']),
        (seed, steps, played) => {
          const undoable: Schedule[] = []
          for (const { before, event, schedule } of walk(published(seed), steps, played)) {
            if (event.type === 'ScheduleDelayUndone') expect(schedule).toEqual(undoable.pop())
            else undoable.push(before)
            for (const game of played) expectUnchanged(game, { before, schedule })
          }
        },
      ),
      { numRuns: 100 },
    ))
})
