import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { sentMoment } from '../../language/moment.ts'
import { adminOrTd, anyStaff } from '../../language/roles.ts'
import { maxSlots, minSlots } from '../session.ts'
import { zones } from '../signup.ts'
import { signup, signupId } from '../slots/signup-api.ts'
import { dishState } from './dish-schema.ts'

const params = z.strictObject({ id: signupId })

/** A dish on the board, or one that has left it. */
const boardItem = z.strictObject({
  ...signup.shape,
  /** The zone of the dish; for finished dishes and leftovers, the zone where they stood last. */
  management_zone: z.enum(zones),
  /** Counted from 0; null in Holding and for finished dishes. */
  management_position: z.int().nullable(),
  /** The start of the running clock; null if none runs. */
  buffet_entered_at: z.iso.datetime().nullable(),
  /** The seconds counted so far; while the dinner is in progress, the time since `buffet_entered_at` comes on top. */
  buffet_total_duration: z.number().min(0),
  emptied_at: z.iso.datetime().nullable(),
  /** The position where a finished dish stood, to which it is put back; else null. */
  emptied_from: z.int().nullable(),
  /** The name of the user who moved the dish last in this dinner; null where none did. */
  moved_by: z.string().nullable(),
})
export type BoardItem = z.infer<typeof boardItem>

const session = z.strictObject({
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  warming_slots: z.int(),
  buffet_slots: z.int(),
})
export type SessionAnswer = z.infer<typeof session>

/** The server's clock, for devices whose own is wrong. */
const now = z.iso.datetime()
const items = z.strictObject({ items: z.array(boardItem), now })
const boardParts = {
  session,
  items: z.array(boardItem),
  finished: z.array(boardItem),
  leftovers: z.array(boardItem),
}
const wholeBoard = z.strictObject({
  /** Dinners are counted from 1; a reset begins the next one. */
  dinner: z.int(),
  ...boardParts,
  now,
})
const answersSession = { 200: z.strictObject({ session }) }

const slotCount = z
  .int('Please give a whole number.')
  .min(minSlots, `Please use ${minSlots} to ${maxSlots}.`)
  .max(maxSlots, `Please use ${minSlots} to ${maxSlots}.`)
const noPlace = 'A place is a whole number from 0.'
/** The moment of the action, if the device was offline. A future time counts as now. */
const at = sentMoment().optional()

const zoneAndPosition = {
  zone: z.enum(zones),
  position: z.int(noPlace).min(0, noPlace).nullable().default(null),
}
const hasPlace = ({ zone, position }: { zone: string; position: number | null }) =>
  (zone === 'holding') === (position === null)
const noSuchPlace = { message: 'Warming and buffet need a position, holding has none.', path: ['position'] }

const move = z
  .strictObject({
    ...zoneAndPosition,
    at,
    /** The place at which the client saw the dish. The move is rejected if another user has moved it meanwhile. */
    from: z.strictObject(zoneAndPosition).refine(hasPlace, noSuchPlace).optional(),
  })
  .refine(hasPlace, noSuchPlace)

const noMoment = 'Please give a time such as 2025-11-22T18:00:00Z, or a position of the log.'
// Without `abort`, the union would report the pattern of the position instead of its own error.
const momentOrPosition = z.union([sentMoment(noMoment), z.string().regex(/^\d{1,15}$/, { abort: true })], {
  error: noMoment,
})

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
  /** The times at which the act happened and was stored; present if it was received late. */
  late: z.strictObject({ happened_at: time, came_in_at: time }).optional(),
  /** The name of the user who did it; null for visitors. */
  by: z.string().nullable(),
  /** The act, to be read after the name. */
  text: z.string(),
  type: z.string(),
  /** Dishes that came, or that changed. */
  signups: z.array(signup),
  standings: z.array(z.strictObject({ id: z.string(), standing: dishState, moved_by: z.string().nullable() })),
  /** Dishes whose check-in was undone, or whose sign-up was canceled. */
  gone: z.array(z.string()),
  /** Null if the session stays as it is. */
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

export const boardApi = {
  readBoard: endpoint({
    method: 'GET',
    path: '/api/dinner-management/board',
    summary: 'Read the whole board of one moment: session, dishes, finished dishes and leftovers',
    allow: anyStaff,
    answers: { 200: wholeBoard },
    personal: true,
  }),
  readSession: endpoint({
    method: 'GET',
    path: '/api/dinner-management/session',
    summary: 'Read whether dinner has started or finished, and how many places there are',
    allow: 'everyone',
    answers: answersSession,
  }),
  listBoardItems: endpoint({
    method: 'GET',
    path: '/api/dinner-management/items',
    summary: 'List the dishes in Holding, Warming and on the buffet',
    allow: anyStaff,
    answers: { 200: items },
    personal: true,
  }),
  listFinishedItems: endpoint({
    method: 'GET',
    path: '/api/dinner-management/finished',
    summary: 'List the dishes that are done, in the order in which they were finished',
    allow: anyStaff,
    answers: { 200: items },
    personal: true,
  }),
  listLeftovers: endpoint({
    method: 'GET',
    path: '/api/dinner-management/leftovers',
    summary: 'List the leftovers of a finished dinner: dishes that were not done, with their last zone',
    allow: anyStaff,
    answers: { 200: items },
    personal: true,
  }),
  moveDish: endpoint({
    method: 'PUT',
    path: '/api/dinner-management/items/{id}/position',
    summary: 'Move a dish to a place of Warming or the buffet, or back to Holding',
    allow: adminOrTd,
    params,
    body: move,
    answers: { 200: z.strictObject({ item: boardItem }) },
    errors: [
      'SIGNUP_NOT_FOUND',
      'DISH_NOT_CHECKED_IN',
      'DISH_FINISHED',
      'DISH_MOVED_MEANWHILE',
      'SLOT_OCCUPIED',
      'NO_SUCH_PLACE',
      'DINNER_ALREADY_FINISHED',
      'DINNER_WAS_RESET',
      'STALE',
    ],
  }),
  emptyDish: endpoint({
    method: 'PUT',
    path: '/api/dinner-management/items/{id}/empty',
    summary: 'Mark a dish on the buffet as done, because its tray is empty; `emptied` false takes that back',
    allow: adminOrTd,
    params,
    body: z
      .strictObject({ emptied: z.boolean('Emptied is true or false.').default(true), at })
      .default({ emptied: true }),
    answers: { 200: z.strictObject({ item: boardItem }) },
    errors: [
      'SIGNUP_NOT_FOUND',
      'DISH_NOT_CHECKED_IN',
      'DISH_NOT_ON_BUFFET',
      'SLOT_OCCUPIED',
      'DINNER_NOT_IN_PROGRESS',
      'DINNER_WAS_RESET',
      'STALE',
    ],
  }),
  changeLayout: endpoint({
    method: 'PUT',
    path: '/api/dinner-management/layout',
    summary: 'Set the number of places, before dinner starts',
    allow: adminOrTd,
    body: z.strictObject({ warming_slots: slotCount, buffet_slots: slotCount }),
    answers: answersSession,
    errors: ['LAYOUT_LOCKED', 'LAYOUT_HIDES_DISH', 'STALE'],
  }),
  startDinner: endpoint({
    method: 'POST',
    path: '/api/dinner-management/session/start',
    summary: 'Start the dinner: the clocks of dishes on the buffet run',
    allow: adminOrTd,
    answers: answersSession,
    errors: ['DINNER_ALREADY_STARTED', 'DINNER_ALREADY_FINISHED'],
  }),
  finishDinner: endpoint({
    method: 'POST',
    path: '/api/dinner-management/session/finish',
    summary: 'Finish the dinner: all clocks stop, and dishes that are not done become leftovers',
    allow: adminOrTd,
    answers: answersSession,
    errors: ['DINNER_NOT_IN_PROGRESS', 'DINNER_ALREADY_FINISHED'],
  }),
  resumeDinner: endpoint({
    method: 'POST',
    path: '/api/dinner-management/resume',
    summary: 'Resume a dinner that was finished by mistake, within 30 minutes: as if it had never been finished',
    allow: adminOrTd,
    answers: answersSession,
    errors: ['DINNER_WAS_RESET', 'NOTHING_TO_RESUME', 'TOO_LATE_TO_RESUME'],
  }),
  resetDinner: endpoint({
    method: 'POST',
    path: '/api/dinner-management/session/reset',
    summary: 'Reset a finished dinner: a new one begins, with all checked-in dishes in Holding',
    allow: adminOrTd,
    answers: answersSession,
    errors: ['DINNER_NOT_FINISHED'],
  }),
  replayBoard: endpoint({
    method: 'GET',
    path: '/api/dinner-management/replay',
    summary: 'Read board and session as the site had recorded them at a moment, or as they really were then',
    allow: anyStaff,
    query: z.strictObject({ at: momentOrPosition, as }),
    answers: { 200: z.strictObject({ at: time, position: z.int(), ...boardParts }) },
    personal: true,
  }),
  listReplaySteps: endpoint({
    method: 'GET',
    path: '/api/dinner-management/replay/steps',
    summary: 'List what happened at one dinner: of this number, or at this moment, or the present one',
    allow: anyStaff,
    query: z.strictObject({
      /** The present dinner is listed if there is none of this number. */
      dinner: z.coerce.number().int().min(1).max(1_000_000).optional(),
      at: momentOrPosition.optional(),
      as,
    }),
    answers: { 200: replay },
    personal: true,
  }),
}
