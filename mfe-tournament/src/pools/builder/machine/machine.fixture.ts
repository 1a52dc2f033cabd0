import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Actor, createActor, fromPromise, SimulatedClock } from 'xstate'
import { noPools, type StoredPools } from '../unsaved/stored.ts'
import type { Context, LoadOutcome, PoolBuilderEvent, WriteOutcome, Writing } from '../unsaved/work.ts'
import { poolBuilderMachine, type Teams } from './pool-builder.machine.ts'

export const pool = (letter: string, teams: (string | null)[]): SavedPool => ({
  id: letter,
  name: `Pool ${letter}`,
  size: teams.length,
  teams,
})
export const a = pool('A', ['huck', null])
export const b = pool('B', ['becky', 'tom'])
export const ada = { name: 'Ada', at: '2025-11-20T12:00:00Z' } as const

/** Returns stored pools, with the draft `[a]` by Ada and nothing public by default. */
export const stored = ({ draft = [a], ...changes }: Partial<StoredPools> = {}): StoredPools => ({
  ...noPools,
  draft,
  draftedBy: draft && ada,
  version: 1,
  ...changes,
})

export const named = (...ids: string[]): Context['teams'] =>
  ids.map((id) => ({
    id,
    team_name: id,
    division: 'rec',
    status: 'confirmed',
    paid: false,
    location: 'Florence, AL',
    captain_name: 'Becky',
    captain_phone: '256-555-0142',
    captain_email: 'becky@example.org',
    created_at: '2025-08-01T12:00:00.000Z',
  }))

export type Kind = 'load' | 'readTeams' | 'save' | 'publish' | 'unpublish'
interface Request {
  readonly kind: Kind
  readonly input: unknown
  readonly resolve: (output: never) => void
  readonly reject: (reason: Error) => void
}

/** Stands for the server: answers when and how a test decides. */
export function start() {
  const requests: Request[] = []
  const ask = <Output, Input>(kind: Kind) =>
    fromPromise<Output, Input>(
      ({ input }) => new Promise<Output>((resolve, reject) => requests.push({ kind, input, resolve, reject })),
    )
  const clock = new SimulatedClock()
  let isQueued = false
  const machine = poolBuilderMachine.provide({
    actors: {
      load: ask<LoadOutcome, 'comp' | 'rec'>('load'),
      readTeams: ask<Teams, 'comp' | 'rec'>('readTeams'),
      save: ask<WriteOutcome, Writing>('save'),
      publish: ask<WriteOutcome, Writing>('publish'),
      unpublish: ask<WriteOutcome, Writing>('unpublish'),
    },
    guards: { isQueued: () => isQueued },
  })
  const actor = createActor(machine, { input: { division: 'rec' }, clock }).start()
  const next = () => requests.shift() ?? never('No request is waiting for an answer')
  return {
    actor,
    clock,
    requests,
    queue: () => {
      isQueued = true
    },
    answer: async (output: LoadOutcome | WriteOutcome | Teams) => {
      next().resolve(output as never)
      await flush()
    },
    fail: async () => {
      next().reject(new Error('Connection lost'))
      await flush()
    },
  }
}
const never = (message: string): never => {
  throw new Error(message)
}
/** Lets settled promises run their callbacks. */
export const flush = () => new Promise((resolve) => setImmediate(resolve))

export async function loaded(with_: StoredPools = stored(), teams: Teams = []) {
  const started = start()
  await started.answer({ kind: 'loaded', teams, stored: with_ })
  return started
}

export type Builder = Actor<typeof poolBuilderMachine>
export const phaseOf = (actor: Builder) => {
  const { arrangement: state } = actor.getSnapshot().value
  return typeof state === 'string' ? state : (Object.keys(state)[0] ?? '')
}
export const contextOf = (actor: Builder) => actor.getSnapshot().context
export const settled = (after: StoredPools, tone: 'good' | 'warn' | 'bad' = 'good', text = 'Done.'): WriteOutcome => ({
  kind: 'settled',
  stored: after,
  notice: { tone, text },
})
export const place = (team: string, pool_: string, position: number): PoolBuilderEvent => ({
  type: 'team.place',
  team,
  place: { pool: pool_, position },
})
