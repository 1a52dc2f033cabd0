import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { sentMoment } from '../../language/moment.ts'
import { adminOrTd, anyStaff } from '../../language/roles.ts'
import { zones } from '../board.ts'
import { maxSlots, minSlots } from '../session.ts'
import { signup, signupId } from '../slots/signup-api.ts'

const params = z.strictObject({ id: signupId })

/** A dish on the board, or one that has left it. */
export const boardItem = z.strictObject({
  ...signup.shape,
  /** The last zone for finished dishes and leftovers. */
  management_zone: z.enum(zones),
  /** Counted from 0; null in Holding and for finished dishes. */
  management_position: z.int().nullable(),
  /** The start of the running clock; null where none runs. */
  buffet_entered_at: z.iso.datetime().nullable(),
  /** Seconds counted so far; the time since `buffet_entered_at` comes on top while the dinner is in progress. */
  buffet_total_duration: z.number().min(0),
  emptied_at: z.iso.datetime().nullable(),
  /** The position where a finished dish stood, to which it is put back; else null. */
  emptied_from: z.int().nullable(),
  /** The name of the user who moved it last in this dinner. */
  moved_by: z.string().nullable(),
})
export type BoardItem = z.infer<typeof boardItem>

export const session = z.strictObject({
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  warming_slots: z.int(),
  buffet_slots: z.int(),
})
export type Session = z.infer<typeof session>

/** The server's clock, for devices whose own is wrong. */
const now = z.iso.datetime()
const items = z.strictObject({ items: z.array(boardItem), now })
const wholeBoard = z.strictObject({
  /** Dinners are counted from 1; a reset begins the next one. */
  dinner: z.int(),
  session,
  items: z.array(boardItem),
  finished: z.array(boardItem),
  leftovers: z.array(boardItem),
  now,
})
const answersSession = { 200: z.strictObject({ session }) }

const slots = z
  .int('Please give a whole number.')
  .min(minSlots, `Please use ${minSlots} to ${maxSlots}.`)
  .max(maxSlots, `Please use ${minSlots} to ${maxSlots}.`)
const noPlace = 'A place is a whole number from 0.'
/** The moment it happened, where the device was offline. A future time counts as now. */
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
    /** The place at which the client saw the dish. The move is refused where another user has moved it meanwhile. */
    from: z.strictObject(zoneAndPosition).refine(hasPlace, noSuchPlace).optional(),
  })
  .refine(hasPlace, noSuchPlace)

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
    summary: 'List the dishes that are done, in the order in which they were',
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
    personal: true,
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
    personal: true,
  }),
  changeLayout: endpoint({
    method: 'PUT',
    path: '/api/dinner-management/layout',
    summary: 'Set the number of places, before dinner starts',
    allow: adminOrTd,
    body: z.strictObject({ warming_slots: slots, buffet_slots: slots }),
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
}
