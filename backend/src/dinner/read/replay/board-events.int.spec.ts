import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { expect, it, onTestFinished } from 'vitest'
import { dinnerTestApp } from '../../test/test-dinner.ts'
import { readBoardEvents } from './board-events.ts'
import { readHappened, readPast } from './past.ts'
import { readSteps } from './steps.ts'

const staff = { caller: { role: 'TD' } } as const

/** One dish on the board, beside so many that never come, in slots of their own. */
async function dinnerWith(absent: number) {
  const app = await dinnerTestApp()
  onTestFinished(() => app.close())
  const signUp = async (index: number) => {
    const captainId = await app.registerTeam(`Team ${index}`)
    const body = newSlot.parse({ name: `Dish ${index}`, category: 'dishes', max_signups: 3 })
    const slotId = (await app.call(dinnerApi.addSlot, { body }, staff)).body.slot.id
    const who = { personName: `Person ${index}`, email: `person.${index}@example.org`, captainId }
    return (await app.call(dinnerApi.signUp, { body: { ...who, slotId } })).body.signup.id
  }
  const id = await signUp(0)
  for (let index = 1; index <= absent; index++) await signUp(index)
  await app.call(dinnerApi.checkInDish, { params: { id }, body: { checkedIn: true } }, staff)
  await app.call(dinnerApi.startDinner, {}, staff)
  return app
}

/** How many events are read of the log, and what comes of it. */
async function counted(absent: number) {
  const { platform } = await dinnerWith(absent)
  let read = 0
  const log: typeof platform.log = {
    ...platform.log,
    read: async (filter) => {
      const events = await platform.log.read(filter)
      read += events.length
      return events
    },
  }
  const known = { log, clock: platform.clock, current: platform.current }
  const then = { time: platform.clock.now() }
  const { steps } = await readSteps(known, null, 'known')
  const boards = [await readPast(known, then), await readHappened(known, then)]
  return { read, dishes: boards.map(({ dishes }) => dishes.map(({ signup }) => signup.team_name)), steps: steps.length }
}

it('reads of dishes that never came no more than their slots', async () => {
  const [alone, among] = [await counted(0), await counted(5)]
  expect(among.dishes).toEqual([['Team 0'], ['Team 0']])
  expect(among.steps).toBe(alone.steps)
  // Each slot once for the steps and each board; nothing of its sign-ups and its team.
  expect(among.read - alone.read).toBe(5 * 3)
})

it('reads nothing of who came to serve', async () => {
  const app = await dinnerWith(0)
  const alone = await readBoardEvents(app.platform)
  const body = newSlot.parse({ name: 'Carving', category: 'serving', max_signups: 5, time_slot: '18:00' })
  const slotId = (await app.call(dinnerApi.addSlot, { body }, staff)).body.slot.id
  const captainId = await app.registerTeam('Servers')
  for (let index = 1; index <= 5; index++) {
    const who = { personName: `Server ${index}`, email: `server.${index}@example.org`, captainId }
    const { id } = (await app.call(dinnerApi.signUp, { body: { ...who, slotId } })).body.signup
    await app.call(dinnerApi.checkInServer, { params: { id }, body: { checkedIn: true } }, staff)
  }
  let read = 0
  const log: typeof app.platform.log = {
    ...app.platform.log,
    read: async (filter) => {
      const events = await app.platform.log.read(filter)
      read += events.filter(({ type }) => type === 'CheckedIn').length
      return events
    },
  }
  expect(await readBoardEvents({ log, current: app.platform.current })).toEqual(alone)
  // The dish's: when it is found, and in its stream.
  expect(read).toBe(2)
})
