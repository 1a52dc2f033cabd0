import { beforeEach, describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { type PlayerEvent, playerMachine } from './replay.machine.ts'
import { buildTimeline, cursorAtEnd, cursorAtStep } from './timeline.ts'

const minute = 60_000
const at = (minutes: number): string => new Date(Date.UTC(2025, 10, 22, 18, minutes)).toISOString()
const steps = [0, 2, 2, 6].map((minutes) => ({ at: at(minutes) }))
const timeline = buildTimeline(steps, at(8))

/** Null while nothing plays: the clock stands until the test lets time pass. */
let pass: ((elapsedMs: number) => void) | null = null
const machine = playerMachine.provide({
  actors: {
    clock: fromCallback<PlayerEvent>(({ sendBack }) => {
      pass = (elapsedMs) => sendBack({ type: 'tick', elapsedMs })
      return () => {
        pass = null
      }
    }),
  },
})

function playerAt(cursor = cursorAtStep(timeline, 0)) {
  const actor = createActor(machine, { input: { timeline, cursor } }).start()
  const send = (...events: PlayerEvent[]) => {
    for (const event of events) actor.send(event)
    const { step, offset } = actor.getSnapshot().context.cursor
    return [step, offset / minute]
  }
  return { send, isPlaying: () => actor.getSnapshot().matches('playing') }
}
beforeEach(() => {
  pass = null
})

describe('The player of a dinner', () => {
  it('steps from event to event, of one instant too, and then to the end', () => {
    const { send } = playerAt()
    const next = { type: 'next' } as const
    expect([send(next), send(next), send(next), send(next), send(next)]).toEqual([
      [1, 2],
      [2, 2],
      [3, 6],
      [3, 8],
      [3, 8],
    ])
  })

  it('steps back, first to the event that it stands after', () => {
    const { send } = playerAt(cursorAtEnd(timeline))
    const previous = { type: 'previous' } as const
    expect([send(previous), send(previous), send(previous), send(previous), send(previous)]).toEqual([
      [3, 6],
      [2, 2],
      [1, 2],
      [0, 0],
      [0, 0],
    ])
  })

  it('goes where the slider is put, to the first event and to the end', () => {
    const { send } = playerAt()
    expect(send({ type: 'seek', offset: 3 * minute })).toEqual([2, 3])
    expect(send({ type: 'last' })).toEqual([3, 8])
    expect(send({ type: 'first' })).toEqual([0, 0])
  })

  it.each([
    [1, 1],
    [10, 10],
    [60, 60],
  ] as const)('plays %i times as fast as it was', (speed, seconds) => {
    const { send } = playerAt()
    send({ type: 'speed', speed }, { type: 'toggle' })
    pass?.(1000)
    expect(send()).toEqual([0, seconds / 60])
  })

  it('lets no time pass while it is paused, and can be moved while it plays', () => {
    const { send, isPlaying } = playerAt()
    send({ type: 'toggle' }, { type: 'seek', offset: 4 * minute })
    expect(isPlaying()).toBe(true)
    pass?.(6000)
    expect(send()).toEqual([2, 5])
    send({ type: 'toggle' })
    expect(pass).toBeNull()
  })

  it('pauses at the end, and plays again from the beginning', () => {
    const { send, isPlaying } = playerAt()
    send({ type: 'speed', speed: 60 }, { type: 'toggle' })
    pass?.(60_000)
    expect([send(), isPlaying(), pass]).toEqual([[3, 8], false, null])
    expect(send({ type: 'toggle' })).toEqual([0, 0])
    expect(isPlaying()).toBe(true)
  })

  it('is at the end of a dinner whose events are of one instant only after the last of them', () => {
    const instant = buildTimeline(steps.slice(1, 3), at(2))
    const { send, isPlaying } = playerAt(cursorAtStep(instant, 0))
    send({ type: 'load', timeline: instant, cursor: cursorAtStep(instant, 0) }, { type: 'toggle' })
    pass?.(200)
    expect([send(), isPlaying()]).toEqual([[1, 0], false])
  })

  it('stays where it is while the dinner goes on, and never behind its end', () => {
    const { send } = playerAt(cursorAtEnd(timeline))
    const longer = buildTimeline([...steps, { at: at(9) }], at(11))
    expect(send({ type: 'extend', timeline: longer })).toEqual([3, 8])
    expect(send({ type: 'extend', timeline: buildTimeline(steps.slice(0, 2), at(3)) })).toEqual([1, 3])
  })

  it('stands still at another dinner', () => {
    const { send, isPlaying } = playerAt()
    const other = buildTimeline(steps, at(6))
    expect(send({ type: 'toggle' }, { type: 'load', timeline: other, cursor: cursorAtEnd(other) })).toEqual([3, 6])
    expect([isPlaying(), pass]).toEqual([false, null])
  })
})
