import { randomUUID } from 'node:crypto'
import { signups, slots } from '@ultimate/backend/dinner/read/signups.view.ts'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { connect } from '@ultimate/event-store/connect.ts'
import { createEventStore } from '@ultimate/event-store/event-store.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import type { StoredModule } from '@ultimate/event-store/registry.ts'
import { noDetails } from '@ultimate/events/dinner/dish-details.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { addSlot, signUp as decideSignUp, evolve, initialState, slotStream } from '@ultimate/events/dinner/slot.ts'
import type { Sql } from 'postgres'
import { compared, interleaved } from './load.ts'
import type { Row } from './table.ts'

const dinner: StoredModule = {
  name: 'dinner',
  events: dinnerEvents,
  categories: ['slot'],
  readModels: [slots, signups] as StoredModule['readModels'],
}

const crowd = 512
const commandsPerRound = 20

const context = (): CommandContext => ({
  actor: { kind: 'visitor', id: randomUUID(), name: null, role: null },
  correlationId: randomUUID(),
  causationId: randomUUID(),
  now: new Date(),
  happenedAt: null,
  idempotency: null,
})

/** Milliseconds of a sign-up on a slot that has 512 sign-ups or more, against one that has 20 or less. */
export async function measureCrowded(url: string, rounds: number): Promise<Row[]> {
  const sql = connect(url) as Sql
  await migrate(sql, [dinner])
  const store = createEventStore({
    sql,
    modules: [dinner],
    edition: () => '2025',
    clock: { now: () => new Date() },
    createError: Error,
  })
  const openSlot = async () => {
    const stream = slotStream(randomUUID())
    const data = {
      name: 'Pies',
      description: '',
      category: 'dishes',
      team_requirement: 0,
      max_signups: 100_000,
      time_slot: null,
      recipe_title: null,
      recipe_ingredients: null,
      recipe_instructions: null,
    } as const
    const command = { type: 'AddSlot' as const, data, metadata: { now: new Date() } }
    await store.commands.handle(
      { decide: addSlot, evolve, initialState },
      { stream, command, startsStream: true },
      context(),
    )
    return stream
  }
  const signUp = (stream: string) => {
    const id = randomUUID()
    const person = { name: 'Pat Bench', email: `${id}@example.org` }
    const caller = { visitorId: id, knownBy: 'nothing' as const, isOwnAddress: false }
    const data = { signupId: id, teamId: id, isTeamKnown: true, ...person, ...caller, details: noDetails }
    const command = { type: 'SignUp' as const, data, metadata: { now: new Date() } }
    return store.commands.handle({ decide: decideSignUp, evolve, initialState }, { stream, command }, context())
  }
  const measureMilliseconds = async (stream: string) => {
    const began = performance.now()
    for (let count = 0; count < commandsPerRound; count++) await signUp(stream)
    return (performance.now() - began) / commandsPerRound
  }
  try {
    const crowded = await openSlot()
    for (let count = 0; count < crowd; count++) await signUp(crowded)
    const [ours = [], theirs = []] = await interleaved(rounds, [
      () => measureMilliseconds(crowded),
      async () => measureMilliseconds(await openSlot()),
    ])
    const what = `command on a stream of ${crowd} sign-ups`
    return [{ what, unit: 'ms', against: 'a short stream', aim: '≤ 1.5', ...compared(ours, theirs) }]
  } finally {
    await store.close()
    await sql.end({ timeout: 5 })
  }
}
