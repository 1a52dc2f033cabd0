import { randomUUID } from 'node:crypto'
import { bySystem, type CommandContext } from '@ultimate/event-store/commands.ts'
import { requestToDetails } from '@ultimate/events/dinner/dish-details.ts'
import { checkInDecider, signupStream } from '@ultimate/events/dinner/signup.ts'
import { addSlotDecider, type SlotFields, signUpDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { demoActor } from '../platform/demo-actor.ts'
import type { Platform } from '../platform/module.ts'
import { demoAllergens, demoSlots, demoVolunteers } from './demo-slots.ts'
import { readTeams } from './read/teams.view.ts'

const firstSlotAt = Date.parse('2025-10-01T15:00:00Z')
const firstSignupAt = Date.parse('2025-10-06T12:00:00Z')
const firstDishAt = Date.parse('2025-11-22T22:40:00Z')
const minute = 60_000
/** One slot in this many is full, so that people see what that looks like. All others have free places. */
const slotsPerFullOne = 5
/** One dish in this many is checked in already. */
const dishesPerCheckedInOne = 15

/** Fills the dinner of an empty store by the commands that people use, for the registered teams. */
export async function seedDemo(platform: Pick<Platform, 'commands' | 'current'>): Promise<void> {
  const { commands } = platform
  const teams = await readTeams(platform.current)
  const slots = await addSlots(commands)
  const dishes: { signupId: string; slotId: string }[] = []
  let signupCount = 0
  for (const [index, { id: slotId, fields }] of slots.entries()) {
    const freePlaces = index % slotsPerFullOne === 0 ? 0 : 1 + (index % 3)
    for (let place = 0; teams.length > 0 && place < fields.max_signups - freePlaces; place++, signupCount++) {
      const person = demoVolunteers[signupCount % demoVolunteers.length] ?? 'Alma Whitfield'
      const team = teams[(signupCount * 7) % teams.length]
      const signupId = randomUUID()
      const details = requestToDetails({ allergens: demoAllergens(fields.name, signupCount) })
      const data = { ...volunteer(person), signupId, teamId: team?.id ?? '', isTeamKnown: true, details, ...asStaff }
      const now = new Date(firstSignupAt + signupCount * 83 * minute)
      const command = { type: 'SignUp' as const, data, metadata: { now } }
      await commands.handle(signUpDecider, { stream: slotStream(slotId), command }, demoContext(now))
      if (fields.category === 'dishes') dishes.push({ signupId, slotId })
    }
  }
  const checkedIn = dishes.filter((_, index) => index % dishesPerCheckedInOne === 0)
  for (const [index, dish] of checkedIn.entries())
    await checkInDish(commands, dish, new Date(firstDishAt + index * 4 * minute))
}

const asStaff = { knownBy: 'token', isOwnAddress: false } as const

interface DemoSlot {
  readonly id: string
  readonly fields: SlotFields
}

async function addSlots(commands: Platform['commands']): Promise<DemoSlot[]> {
  const slots = demoSlots.map((fields) => ({ id: randomUUID(), fields }))
  for (const [index, { id, fields }] of slots.entries()) {
    const now = new Date(firstSlotAt + index * 3 * minute)
    const command = { type: 'AddSlot' as const, data: fields, metadata: { now } }
    const handling = { stream: slotStream(id), command, startsStream: true }
    await commands.handle(addSlotDecider, handling, demoContext(now))
  }
  return slots
}

async function checkInDish(
  commands: Platform['commands'],
  { signupId, slotId }: { signupId: string; slotId: string },
  now: Date,
): Promise<void> {
  const data = { checkedIn: true, slotId, category: 'dishes' as const, at: null, dinner: 1 }
  const command = { type: 'CheckIn' as const, data, metadata: { now } }
  await commands.handle(checkInDecider, { stream: signupStream(signupId), command }, demoContext(now))
}

const volunteer = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.org`,
  visitorId: `demo-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
})

const demoContext = (now: Date): CommandContext => ({
  ...bySystem(demoActor, `demo-dinner-${now.getTime()}`, now),
  happenedAt: now,
})
