import { assign, fromCallback, setup } from 'xstate'
import { type Cursor, cursorAtEnd, cursorAtOffset, cursorAtStep, lastStep, type Timeline } from './timeline.ts'

export const speeds = [1, 10, 60] as const
export type Speed = (typeof speeds)[number]

export type PlayerEvent =
  /** Shows another dinner. */
  | { readonly type: 'load'; readonly timeline: Timeline; readonly cursor: Cursor }
  /** Shows the same dinner, which has gone on. */
  | { readonly type: 'extend'; readonly timeline: Timeline }
  | { readonly type: 'toggle' }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  | { readonly type: 'first' }
  | { readonly type: 'last' }
  | { readonly type: 'seek'; readonly offset: number }
  | { readonly type: 'speed'; readonly speed: Speed }
  /** The milliseconds since the last tick, or since playing began. */
  | { readonly type: 'tick'; readonly elapsedMs: number }

interface Context {
  readonly timeline: Timeline
  readonly cursor: Cursor
  readonly speed: Speed
}

/** Returns the cursor after an event. `previous` between two steps leads to the earlier of them. */
function moveCursor({ timeline, cursor, speed }: Context, event: PlayerEvent): Cursor {
  switch (event.type) {
    case 'next':
      return cursor.step === lastStep(timeline) ? cursorAtEnd(timeline) : cursorAtStep(timeline, cursor.step + 1)
    case 'previous': {
      const current = cursorAtStep(timeline, cursor.step)
      return cursor.offset > current.offset ? current : cursorAtStep(timeline, cursor.step - 1)
    }
    case 'first':
      return cursorAtStep(timeline, 0)
    case 'last':
      return cursorAtEnd(timeline)
    case 'seek':
      return cursorAtOffset(timeline, event.offset)
    case 'tick':
      return cursorAtOffset(timeline, cursor.offset + event.elapsedMs * speed)
    default:
      return cursor
  }
}

/** Returns the cursor on a newer timeline: the same, or the end if forgotten people have made the timeline shorter. */
const adaptCursor = (timeline: Timeline, { cursor }: Context): Cursor =>
  timeline.offsets[cursor.step] === undefined
    ? cursorAtEnd(timeline)
    : { ...cursor, offset: Math.min(cursor.offset, timeline.length) }

const isAtEnd = ({ timeline, cursor }: Context): boolean =>
  cursor.step === lastStep(timeline) && cursor.offset >= timeline.length

const definition = setup({
  types: { context: {} as Context, events: {} as PlayerEvent, input: {} as Pick<Context, 'timeline' | 'cursor'> },
  /** Sends ticks; the screen provides it. */
  actors: { clock: fromCallback<PlayerEvent>(() => undefined) },
  guards: {
    isAtEnd: ({ context }) => isAtEnd(context),
    reachesEnd: ({ context, event }) => isAtEnd({ ...context, cursor: moveCursor(context, event) }),
  },
})

const move = definition.assign({ cursor: ({ context, event }) => moveCursor(context, event) })
const moves = {
  next: { actions: move },
  previous: { actions: move },
  first: { actions: move },
  last: { actions: move },
}

/** Plays a dinner, or steps through it. */
export const playerMachine = definition.createMachine({
  id: 'player',
  context: ({ input }) => ({ ...input, speed: 10 }),
  on: {
    load: {
      target: '.paused',
      actions: assign(({ event: { timeline, cursor } }) => ({ timeline, cursor })),
    },
    extend: {
      actions: assign(({ context, event: { timeline } }) => ({ timeline, cursor: adaptCursor(timeline, context) })),
    },
    speed: { actions: assign({ speed: ({ event }) => event.speed }) },
    ...moves,
    seek: { actions: move },
  },
  initial: 'paused',
  states: {
    paused: {
      on: {
        toggle: [
          // At the end, playing begins again, as people know it from films.
          {
            guard: 'isAtEnd',
            target: 'playing',
            actions: assign(({ context }) => ({ cursor: cursorAtStep(context.timeline, 0) })),
          },
          { target: 'playing' },
        ],
      },
    },
    playing: {
      invoke: { src: 'clock' },
      on: {
        toggle: 'paused',
        tick: [{ guard: 'reachesEnd', target: 'paused', actions: move }, { actions: move }],
      },
    },
  },
})
