import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import type { Action } from './test-actions.ts'
import type { Caller, DinnerTestApp } from './test-dinner.ts'

const staff: readonly Caller[] = [
  { role: 'TD', name: 'Thea' },
  { role: 'admin', name: 'Ada' },
  { role: 'admin', name: 'Abe' },
]
const people = ['becky@example.org', 'Joe@example.org', 'BECKY@example.org', 'tom@example.org', 'sid@example.org']
const wanted = [['Mashed potatoes'], ['Cranberry sauce'], ['Pecan pie'], ['Gravy'], ['Carving', '18:30']] as const

interface As {
  readonly caller: Caller
  readonly backend: number
}
/** Each action resolves to the code of the domain error, or to null if it was done. */
type Attempts = {
  readonly [Kind in Action['do']]: (action: Extract<Action, { do: Kind }>, as: As) => Promise<string | null>
}

/** Some slots, two teams, and the people who do things there. */
export async function actingPeople(app: DinnerTestApp) {
  const [td = {}] = staff
  const teams = [await app.registerTeam('Huck Finns'), await app.registerTeam('Tom Sawyers')]
  const slots: string[] = []
  let signups: readonly string[] = []
  let done: readonly string[] = []
  const signupAt = (index: number) => signups[index % Math.max(1, signups.length)] ?? crypto.randomUUID()
  const slotAt = (index: number) => slots[index] ?? crypto.randomUUID()

  async function add(index: number): Promise<void> {
    const [name, time_slot] = wanted[index] ?? []
    const category = time_slot ? 'serving' : 'dishes'
    const body = newSlot.parse({ name, category, time_slot: time_slot ?? null, max_signups: 3 })
    slots[index] = (await app.call(dinnerApi.addSlot, { body }, { caller: td })).body.slot.id
  }
  for (const index of wanted.keys()) await add(index)

  const session =
    (endpoint: (typeof dinnerApi)['startDinner' | 'finishDinner' | 'resumeDinner' | 'resetDinner']) =>
    async (_: unknown, as: As) =>
      (await app.call(endpoint, {}, as)).refused

  const attempts: Attempts = {
    'sign-up': async ({ person, slot }, as) => {
      const captainId = teams[person % teams.length] ?? ''
      const who = { personName: `Person ${person}`, email: people[person] ?? '', captainId }
      const { body, refused } = await app.signUp({ ...who, slotId: slotAt(slot) }, as)
      if (refused === null) signups = [...signups, body.signup.id]
      return refused
    },
    remove: async ({ signup }, as) => {
      const id = signupAt(signup)
      const { refused } = await app.call(dinnerApi.cancelSignup, { params: { id } }, as)
      if (refused === null) signups = signups.filter((other) => other !== id)
      return refused
    },
    'check-in': async ({ signup, checkedIn }, as) => {
      const request = { params: { id: signupAt(signup) }, body: { checkedIn } }
      const { refused } = await app.call(dinnerApi.checkInDish, request, as)
      if (refused !== 'SIGNUP_NOT_FOUND') return refused
      return (await app.call(dinnerApi.checkInServer, request, as)).refused
    },
    move: async ({ signup, zone, position }, as) => {
      const body = { zone, position: zone === 'holding' ? null : position }
      return (await app.call(dinnerApi.moveDish, { params: { id: signupAt(signup) }, body }, as)).refused
    },
    // Done is taken back of what is done, most of the time: among all dishes that would hardly ever be hit.
    empty: async ({ signup, emptied }, as) => {
      const id = (emptied ? undefined : done[signup % done.length]) ?? signupAt(signup)
      const { refused } = await app.call(dinnerApi.emptyDish, { params: { id }, body: { emptied } }, as)
      if (refused === null) done = emptied ? [...done, id] : done.filter((other) => other !== id)
      return refused
    },
    layout: async ({ warming, buffet }, as) => {
      const body = { warming_slots: warming, buffet_slots: buffet }
      return (await app.call(dinnerApi.changeLayout, { body }, as)).refused
    },
    resize: async ({ slot, max }, as) => {
      const request = { params: { id: slotAt(slot) }, body: { max_signups: max } }
      return (await app.call(dinnerApi.changeSlot, request, as)).refused
    },
    // Another one takes its place, so that the evening goes on.
    'delete-slot': async ({ slot }, as) => {
      const { refused } = await app.call(dinnerApi.deleteSlot, { params: { id: slotAt(slot) } }, as)
      if (refused === null) await add(slot)
      return refused
    },
    start: session(dinnerApi.startDinner),
    finish: session(dinnerApi.finishDinner),
    resume: session(dinnerApi.resumeDinner),
    reset: session(dinnerApi.resetDinner),
  }

  const attempt = (action: Action): Promise<string | null> => {
    const todo = attempts[action.do] as (action: Action, as: As) => Promise<string | null>
    return todo(action, { caller: staff[action.by] ?? td, backend: action.backend })
  }

  /** Everything the interface answers about the dinner now. */
  async function look() {
    const as = { caller: td }
    const [board, session, items, finished, leftovers, listed, dishes, servers] = await Promise.all([
      app.call(dinnerApi.readBoard, {}, as),
      app.call(dinnerApi.readSession, {}, as),
      app.call(dinnerApi.listBoardItems, {}, as),
      app.call(dinnerApi.listFinishedItems, {}, as),
      app.call(dinnerApi.listLeftovers, {}, as),
      app.call(dinnerApi.listSlots, {}, as),
      app.call(dinnerApi.listDishSignups, {}, as),
      app.call(dinnerApi.listServerSignups, {}, as),
    ])
    return {
      board: board.body,
      session: session.body.session,
      items: items.body.items,
      finished: finished.body.items,
      leftovers: leftovers.body.items,
      slots: listed.body.slots,
      signups: [...dishes.body.signups, ...servers.body.signups],
    }
  }

  return { attempt, look }
}

export type Seen = Awaited<ReturnType<Awaited<ReturnType<typeof actingPeople>>['look']>>
