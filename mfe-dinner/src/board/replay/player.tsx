import type { Replay, ReplayStep } from '@ultimate/events/dinner/board/board-api.ts'
import { buildBoardAfter } from '@ultimate/events/dinner/replayed-board.ts'
import { IconButton, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { venueSecond } from '@ultimate/kit/event/venue-time.ts'
import { useMachine } from '@xstate/react'
import { History, Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { fromCallback } from 'xstate'
import { timeWithDay } from '../../check-in/lists/checklist.ts'
import { type ReplayPosition, useMomentInAddress } from './moment-in-address.ts'
import styles from './player.module.css'
import { type PlayerEvent, playerMachine, speeds } from './replay.machine.ts'
import {
  buildTimeline,
  computeTicks,
  formatCursor,
  parseCursor,
  type Timeline,
  timeAt,
  trackWidth,
} from './timeline.ts'

interface PlayerControlsProps {
  readonly player: Player
  readonly steps: readonly ReplayStep[]
  readonly slider: RefObject<HTMLInputElement | null>
}

/** The last event, the slider with a tick for each event, and the buttons to play and to step. */
export function PlayerControls({ player, steps, slider }: PlayerControlsProps) {
  const { cursor, timeline, speed, isPlaying, asOf, send } = player
  const step = steps[cursor.step]
  const count = `Event ${cursor.step + 1} of ${steps.length}`
  // The line for a step that was received late is there for all steps or for none, so that the slider does not move.
  const isAnyLate = useMemo(() => steps.some(({ late }) => late), [steps])
  const isFirst = cursor.step === 0 && cursor.offset === 0
  const isLast = cursor.step === steps.length - 1 && cursor.offset >= timeline.length
  return (
    <section
      ref={sticks}
      className={styles['player']}
      aria-label="Replay"
      data-player
      onKeyDown={(event) => handleKey(event, send)}
    >
      <div className={styles['words']} aria-live={isPlaying ? 'off' : 'polite'}>
        <p className={styles['when']}>
          <time dateTime={asOf}>{clockTime(asOf)}</time> <span>{count}</span>
        </p>
        <p className={styles['what']}>
          <strong>{step?.by ?? 'Someone'}</strong> <bdi>{step?.text}</bdi>
        </p>
        {isAnyLate && <p className={styles['late']}>{step && <Lateness step={step} />}</p>}
      </div>
      <div className={styles['track']}>
        <Ticks timeline={timeline} steps={steps} />
        <input
          ref={slider}
          className={styles['slider']}
          type="range"
          min={0}
          max={Math.max(1, timeline.length)}
          step={1}
          value={cursor.offset}
          aria-label="Moment of the dinner"
          aria-valuetext={`${clockTime(asOf)}, ${count}`}
          onChange={({ target }) => send({ type: 'seek', offset: target.valueAsNumber })}
        />
      </div>
      {/* The head of the page, which has the same link, may be out of sight. */}
      <LinkButton to="/dinner/management" variant="secondary" size="compact" className={styles['now']}>
        Now
      </LinkButton>
      <div className={styles['buttons']}>
        <IconButton
          label="Previous event"
          icon={<SkipBack aria-hidden="true" />}
          aria-disabled={isFirst || undefined}
          onClick={() => send({ type: 'previous' })}
        />
        <IconButton
          variant="primary"
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          onClick={() => send({ type: 'toggle' })}
        />
        <IconButton
          label="Next event"
          icon={<SkipForward aria-hidden="true" />}
          aria-disabled={isLast || undefined}
          onClick={() => send({ type: 'next' })}
        />
        <fieldset className={styles['speeds']} aria-label="Speed">
          {speeds.map((each) => (
            <button
              key={each}
              type="button"
              className={styles['speed']}
              aria-pressed={each === speed}
              onClick={() => send({ type: 'speed', speed: each })}
            >
              {each}×
            </button>
          ))}
        </fieldset>
      </div>
    </section>
  )
}

/** Shows when a step that was received late happened, and when the site received it. */
function Lateness({ step: { at, late } }: { readonly step: ReplayStep }) {
  if (!late) return null
  const { happened_at: happenedAt, came_in_at: receivedAt } = late
  const day = new Date(at)
  return (
    <>
      <History aria-hidden="true" /> Happened <time dateTime={happenedAt}>{timeWithDay(happenedAt, day)}</time>,
      received <time dateTime={receivedAt}>{timeWithDay(receivedAt, day)}</time>
    </>
  )
}

const keys: Readonly<Record<string, PlayerEvent>> = {
  ArrowLeft: { type: 'previous' },
  ArrowDown: { type: 'previous' },
  ArrowRight: { type: 'next' },
  ArrowUp: { type: 'next' },
  Home: { type: 'first' },
  End: { type: 'last' },
  ' ': { type: 'toggle' },
}

/** Steps by arrow keys from event to event. Space plays, except on a button, which it presses. */
function handleKey(event: KeyboardEvent<HTMLElement>, send: Player['send']): void {
  const playerEvent = keys[event.key]
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
  if (!playerEvent || hasModifier || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return
  event.preventDefault()
  send(playerEvent)
}

/** A tick for each event, drawn as two paths. The events that changed the phase stand out. */
function Ticks({ timeline, steps }: { readonly timeline: Timeline; readonly steps: readonly ReplayStep[] }) {
  const [phases, others] = useMemo(() => computeTicks(timeline, steps), [timeline, steps])
  return (
    <svg className={styles['ticks']} viewBox={`0 0 ${trackWidth} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles['tick']} d={others} />
      <path className={styles['phase']} d={phases} />
    </svg>
  )
}

const clockTime = (moment: string): string => venueSecond(new Date(moment))

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

/**
 * Returns the player of a replay, and the board at its cursor. The replay begins at `at`. `isReplaced` is true while
 * another replay, which the address names, is loading.
 */
export function usePlayer(replay: Replay, { at, as }: Omit<ReplayPosition, 'dinner'>, isReplaced: boolean) {
  const { steps, until, dinner } = replay
  const timeline = useMemo(() => buildTimeline(steps, until), [steps, until])
  const initialCursor = useMemo(() => parseCursor(timeline, steps, at), [timeline, steps, at])
  const [{ context, value }, send] = useMachine(machine, { input: { timeline, cursor: initialCursor } })
  const request = `${dinner} ${at} ${as}`
  const loadedRequest = useRef(request)
  useLayoutEffect(() => {
    if (loadedRequest.current === request) send({ type: 'extend', timeline })
    else send({ type: 'load', timeline, cursor: initialCursor })
    loadedRequest.current = request
  }, [request, timeline, initialCursor, send])

  const { cursor, speed } = context
  useMomentInAddress(isReplaced ? null : request, { dinner, at: formatCursor(timeline, steps, cursor), as })
  const isMoved = cursor.step !== initialCursor.step || cursor.offset !== initialCursor.offset
  const position: ReplayPosition = { dinner, at: isMoved ? formatCursor(timeline, steps, cursor) : at, as }
  const board = useMemo(() => buildBoardAfter(steps.slice(0, cursor.step + 1), dinner), [steps, cursor.step, dinner])
  const time = timeAt(timeline, cursor)
  const moment = new Date(time).toISOString()
  // Clocks show whole seconds, so the board need not be drawn for less.
  const asOf = new Date(1000 * Math.floor(time / 1000)).toISOString()
  return { board, asOf, moment, position, cursor, timeline, speed, isPlaying: value === 'playing', send }
}
export type Player = ReturnType<typeof usePlayer>
