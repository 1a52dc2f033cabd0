import type { Replay } from '@ultimate/events/dinner/board/replay-api.ts'
import { boardAfter } from '@ultimate/events/dinner/board.ts'
import { useMachine } from '@xstate/react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { fromCallback } from 'xstate'
import { type ReplayPosition, useMomentInAddress } from './moment-in-address.ts'
import { type PlayerEvent, playerMachine } from './replay.machine.ts'
import { buildTimeline, formatCursor, parseCursor, timeAt } from './timeline.ts'

const tickMs = 200
/** The slider moves once a second for people who asked for less motion. */
const calmTickMs = 1000

const machine = playerMachine.provide({
  actors: {
    clock: fromCallback<PlayerEvent>(({ sendBack }) => {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      let before = performance.now()
      const tick = () => {
        const now = performance.now()
        sendBack({ type: 'tick', elapsedMs: now - before })
        before = now
      }
      const timer = setInterval(tick, isCalm ? calmTickMs : tickMs)
      return () => clearInterval(timer)
    }),
  },
})

/** A dinner's replay with its player; `at` is where it begins. `isLeaving` while the address asks for another one. */
export function usePlayer(replay: Replay, { at, as }: Omit<ReplayPosition, 'dinner'>, isLeaving: boolean) {
  const { steps, until, dinner } = replay
  const timeline = useMemo(() => buildTimeline(steps, until), [steps, until])
  const begin = useMemo(() => parseCursor(timeline, steps, at), [timeline, steps, at])
  const [{ context, value }, send] = useMachine(machine, { input: { timeline, cursor: begin } })
  const asked = `${dinner} ${at} ${as}`
  const shown = useRef(asked)
  useLayoutEffect(() => {
    if (shown.current === asked) send({ type: 'extend', timeline })
    else send({ type: 'load', timeline, cursor: begin })
    shown.current = asked
  }, [asked, timeline, begin, send])

  const { cursor, speed } = context
  useMomentInAddress(isLeaving ? null : asked, { dinner, at: formatCursor(timeline, steps, cursor), as })
  const isMoved = cursor.step !== begin.step || cursor.offset !== begin.offset
  const place: ReplayPosition = { dinner, at: isMoved ? formatCursor(timeline, steps, cursor) : at, as }
  const board = useMemo(() => boardAfter(steps.slice(0, cursor.step + 1), dinner), [steps, cursor.step, dinner])
  const time = timeAt(timeline, cursor)
  const moment = new Date(time).toISOString()
  // Clocks show whole seconds, so the board need not be drawn for less.
  const asOf = new Date(1000 * Math.floor(time / 1000)).toISOString()
  return { board, asOf, moment, place, cursor, timeline, speed, isPlaying: value === 'playing', send }
}
export type Player = ReturnType<typeof usePlayer>
