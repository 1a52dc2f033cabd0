import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { sentMoment } from '../../language/moment.ts'
import { anyStaff } from '../../language/roles.ts'
import { signup } from '../slots/signup-api.ts'
import { boardItem, session } from './board-api.ts'
import { dishState } from './dish-schema.ts'

const noMoment = 'Please give a time such as 2025-11-22T18:00:00Z, or a position of the log.'
const moment = z.union([sentMoment(noMoment), z.string().regex(/^\d{1,15}$/, { abort: true })], { error: noMoment })

/** Selects events by when the site recorded them, or by when they happened. */
const as = z.enum(['known', 'happened'], 'Please ask for what was known or what happened.').default('known')
export type ReplayAs = z.output<typeof as>

const time = z.iso.datetime()
const dinnerNumber = z.int().min(1)

/** An event of a dinner, with what it changed on the board: only what differs from the step before. */
const replayStep = z.strictObject({
  position: z.int(),
  /** The moment it was stored or happened, as was asked for. No step lies before the one that it follows. */
  at: time,
  /** Present where it came in late: when it was done, and when it was stored. */
  late: z.strictObject({ happened_at: time, came_in_at: time }).optional(),
  /** The name of the user who did it; null for visitors. */
  by: z.string().nullable(),
  /** The act, to be read after the name. */
  text: z.string(),
  type: z.string(),
  /** Dishes that came, or that changed. */
  signups: z.array(signup),
  standings: z.array(z.strictObject({ id: z.string(), standing: dishState, moved_by: z.string().nullable() })),
  /** Dishes whose check-in was undone, or that were withdrawn. */
  gone: z.array(z.string()),
  /** Null where it stays as it is. */
  session: session.nullable(),
})
export type ReplayStep = z.infer<typeof replayStep>

const dinner = z.strictObject({
  dinner: dinnerNumber,
  /** The time of its first step: for all dinners but the first, the reset. */
  from: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
})

const replay = z.strictObject({
  dinner: dinnerNumber,
  /** All dinners of the edition so far, the present one last. */
  dinners: z.array(dinner),
  /** Oldest first. The first one holds everything that was on the board by then. */
  steps: z.array(replayStep),
  /** The end of the replay: now, while the dinner is in progress; else when its last step was stored. */
  until: time,
})
export type Replay = z.infer<typeof replay>

export const replayApi = {
  replayBoard: endpoint({
    method: 'GET',
    path: '/api/dinner-management/replay',
    summary: 'Read board and session as the site had recorded them at a moment, or as they really were then',
    allow: anyStaff,
    query: z.strictObject({ at: moment, as }),
    answers: {
      200: z.strictObject({
        at: time,
        position: z.int(),
        session,
        items: z.array(boardItem),
        finished: z.array(boardItem),
        leftovers: z.array(boardItem),
      }),
    },
    personal: true,
  }),
  listReplaySteps: endpoint({
    method: 'GET',
    path: '/api/dinner-management/replay/steps',
    summary: 'List what happened at one dinner: of this number, or at this moment, or the present one',
    allow: anyStaff,
    query: z.strictObject({
      /** The present one where there are not so many. */
      dinner: z.coerce.number().int().min(1).max(1_000_000).optional(),
      at: moment.optional(),
      as,
    }),
    answers: { 200: replay },
    personal: true,
  }),
}
