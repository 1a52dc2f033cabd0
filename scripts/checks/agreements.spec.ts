import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyDish, moveDish } from '@ultimate/events/dinner/dish.ts'
import type { SessionEvent } from '@ultimate/events/dinner/events.ts'
import { type DishPlace, positionOf } from '@ultimate/events/dinner/place.ts'
import type { DinnerSession } from '@ultimate/events/dinner/session.ts'
import {
  changeLayout,
  evolve as evolveDinner,
  finishDinner,
  initialState,
  resetDinner,
  startDinner,
} from '@ultimate/events/dinner/session.ts'
import {
  evolve as evolveSignup,
  initialState as notCheckedIn,
  type SignupState,
} from '@ultimate/events/dinner/signup-state.ts'
import { edition } from '@ultimate/events/language/edition.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { describe, expect, it } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import { type BoardFacts, type Phase, type SessionAction, sessionActions } from '../../mfe-dinner/src/board/facts.ts'
import { draftOf, layoutOf } from '../../mfe-dinner/src/change-layout/machine.ts'
import { placingMachine } from '../../mfe-dinner/src/move-dish/machine.ts'
import { doneError, moveError, putBackError } from '../../mfe-dinner/src/move-dish/rules.ts'

/*
 * The screen of the board offers what its machines allow, the server does what its deciders allow. Neither may import
 * the other, so they are held against each other here: along the machines' own paths, with the deciders as the server.
 */
const metadata = { now: new Date('2025-11-22T18:00:00Z') }

/** The code that the decider refuses with, or null. */
function errorCode(decide: () => unknown): string | null {
  try {
    decide()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

const phaseOf = ({ startedAt, finishedAt }: DinnerSession): Phase =>
  startedAt === null ? 'not-started' : finishedAt === null ? 'in-progress' : 'completed'

const decideSession: Readonly<Record<SessionAction, (session: DinnerSession) => SessionEvent>> = {
  start: (session) => startDinner({ type: 'StartDinner', data: {}, metadata }, session),
  finish: (session) => finishDinner({ type: 'FinishDinner', data: {}, metadata }, session),
  reset: (session) => resetDinner({ type: 'ResetDinner', data: {}, metadata }, session),
}
const actions = ['start', 'finish', 'reset'] as const

const evening = (...done: readonly SessionAction[]): DinnerSession =>
  done.reduce((session, action) => evolveDinner(session, decideSession[action](session)), initialState())
const evenings = [evening(), evening('start'), evening('start', 'finish'), evening('start', 'finish', 'reset')]

describe('Start, Finish and Reset', () => {
  it.each(evenings.map((session) => [phaseOf(session), session] as const))(
    'are offered exactly when the server takes them: %s',
    (phase, session) => {
      for (const action of actions)
        expect(sessionActions[phase].action === action).toBe(errorCode(() => decideSession[action](session)) === null)
    },
  )
})

const places: readonly DishPlace[] = [
  { zone: 'holding' },
  { zone: 'warming', position: 0 },
  { zone: 'warming', position: 2 },
  { zone: 'buffet', position: 0 },
  { zone: 'buffet', position: 2 },
]

/** A dish that stands there in that evening, as its stream has it, and as the screen is told of it. */
function dishAt(place: DishPlace, session: DinnerSession, isDone: boolean) {
  const at = metadata.now.toISOString()
  const { dinner } = session
  const facts = [
    { type: 'CheckedIn', data: { slotId: 's', category: 'dishes', at } },
    { type: 'DishMoved', data: { dinner, to: place, at } },
    ...(isDone ? [{ type: 'DishEmptied', data: { dinner, at } }] : []),
  ] as const
  const signup = facts.reduce<SignupState>((state, fact) => evolveSignup(state, fact as never), notCheckedIn())
  const board: BoardFacts = {
    phase: phaseOf(session),
    warmingSlots: session.warmingSlots,
    buffetSlots: session.buffetSlots,
    dishes: isDone ? [] : [{ id: 'ham', place }],
    finished: isDone ? ['ham'] : [],
  }
  return { signup, board }
}

const small = { warmingSlots: 2, buffetSlots: 2 }
const boards = evenings.flatMap((one) =>
  places
    .filter((place) => (positionOf(place) ?? 0) < 2)
    .flatMap((place) => [false, true].map((isDone) => ({ session: { ...one, ...small }, place, isDone }))),
)

describe('A move', () => {
  it('is refused by the screen with the very code of the server, from everywhere to everywhere', () => {
    for (const { session, place, isDone } of boards) {
      const { signup, board } = dishAt(place, session, isDone)
      for (const to of places) {
        const command = { type: 'MoveDish' as const, data: { to, at: null, session }, metadata }
        expect(moveError(board, 'ham', to)).toBe(errorCode(() => moveDish(command, signup)))
      }
    }
  })

  it('of what is not checked in is refused by both', () => {
    const session = evening('start')
    const { board } = dishAt({ zone: 'holding' }, session, false)
    const command = {
      type: 'MoveDish' as const,
      data: { to: { zone: 'holding' as const }, at: null, session },
      metadata,
    }
    expect(moveError(board, 'pie', { zone: 'holding' })).toBe(errorCode(() => moveDish(command, notCheckedIn())))
  })

  it('that the machine sends, on any of its paths, is one the server takes', () => {
    const attempt = { key: 'k', at: metadata.now.toISOString() }
    let sent = 0
    for (const { session, place, isDone } of boards) {
      const { signup, board } = dishAt(place, session, isDone)
      const events = [
        { type: 'update', facts: board },
        { type: 'pick', dish: 'ham' },
        ...places.map((to) => ({ type: 'place', dish: 'ham', to, attempt })),
        { type: 'done', dish: 'ham', attempt },
      ] as never[]
      const paths = getShortestPaths(placingMachine, { events, stopWhen: ({ context }) => context.asked.length > 0 })
      for (const { state } of paths) {
        const [change] = state.context.asked
        if (!change) continue
        sent++
        const now = { at: null, session }
        const decide = () =>
          change.kind === 'move'
            ? moveDish({ type: 'MoveDish', data: { ...now, to: change.to }, metadata }, signup)
            : emptyDish({ type: 'EmptyDish', data: { ...now, emptied: change.kind === 'done' }, metadata }, signup)
        expect(errorCode(decide)).toBeNull()
      }
    }
    expect(sent).toBeGreaterThan(20)
  })
})

describe('Done', () => {
  it('is refused by the screen with the very code of the server, wherever the dish stands', () => {
    for (const { session, place, isDone } of boards) {
      const { signup, board } = dishAt(place, session, isDone)
      const command = { type: 'EmptyDish' as const, data: { emptied: true, at: null, session }, metadata }
      expect(doneError(board, 'ham')).toBe(errorCode(() => emptyDish(command, signup)))
    }
  })
})

describe('Done, taken back,', () => {
  it('is refused by the screen with the very code of the server, wherever the dish stood', () => {
    const onBuffet = boards.filter(({ place, isDone }) => place.zone === 'buffet' || !isDone)
    for (const { session, place, isDone } of onBuffet) {
      const { signup, board } = dishAt(place, session, isDone)
      const command = { type: 'EmptyDish' as const, data: { emptied: false, at: null, session }, metadata }
      expect(putBackError(board, 'ham', place)).toBe(errorCode(() => emptyDish(command, signup)))
    }
  })
})

describe('The counts of slots', () => {
  it('are open on the screen exactly while the server takes them', () => {
    const occupied = { warmingSlots: 1, buffetSlots: 1 }
    for (const session of evenings) {
      const layout = layoutOf(draftOf({ warmingSlots: 3, buffetSlots: 50 }))
      const command = { type: 'ChangeLayout' as const, data: { layout, occupied }, metadata }
      expect(phaseOf(session) === 'not-started').toBe(errorCode(() => changeLayout(command, session)) === null)
    }
  })
})

it('tells the same weekend in mails as on the screens', () => {
  const { name, datesSpoken: dates, place, venue, dinner, firstDay } = eventFacts
  const saturday = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(firstDay))
  const { email: contact, merchPartner } = eventFacts
  // Only mails say these: when a dish is brought, and what the calendar file needs.
  const { utcOffset: _, dishesFrom: __, dishesUntil: ___, ...told } = edition
  const where = { place, venue: `${venue.name}, ${place}`, venueAddress: `${venue.name}, ${venue.address}` }
  const when = { dates, dinner: `${saturday}, ${dinner}`, dinnerDay: firstDay }
  expect(told).toEqual({ name, ...when, ...where, contact, merchPartner })
})

describe('Names', () => {
  it('are searched and sorted by one function each, on the server and on screens', () => {
    const root = join(import.meta.dirname, '../..')
    const ofOwn =
      /localeCompare|Intl\.Collator|normalize\('NFK?D'\)|order by [^`]*\b(?:person|full|team|captain|slot)_?name\b/
    const files = globSync('{backend/src,events/src,shell/src,shell/kit,mfe-*/src}/**/*.{ts,tsx}', { cwd: root })
    const others = files.filter((file) => !/\.spec\.|node_modules|language\/fold\.ts$/.test(file))
    expect(others.filter((file) => ofOwn.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
