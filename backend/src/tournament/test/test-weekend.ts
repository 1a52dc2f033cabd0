import { pool } from '@ultimate/events/tournament/facts.fixture.ts'
import type {
  PostedBracket,
  ShownBracket,
  ShownConsequences,
  ShownStandings,
  StaffGame,
} from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game, ScheduleDraft, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { expect } from 'vitest'
import { type Sent, tournamentClient } from './test-client.ts'

export type WeekendBody = ScheduleDraft &
  ShownSchedule &
  ShownStandings &
  PostedBracket & {
    readonly game: Game
    readonly games: readonly StaffGame[]
    readonly consequences: ShownConsequences
    readonly bracket: ShownBracket
    readonly code: string
    readonly fields?: Record<string, string>
    readonly current?: { readonly game: Game }
  }

/** The app with a published schedule of the recreational division, and the TD who runs the weekend. */
export async function weekendClient() {
  const app = await tournamentClient()
  const ask = async (method: string, path: string, sent: Sent = {}) => {
    const { status, body, headers } = await app.call(method, path, { as: 'td', ...sent })
    return { status, headers, body: body as unknown as WeekendBody }
  }
  const teams = new Map<string, string>()
  const teamOf = (name: string): string => teams.get(name) ?? ''
  const register = async (name: string): Promise<void> => {
    const { body } = await app.call('POST', '/register-team', {
      as: 'td',
      body: {
        teamName: name,
        location: 'Florence, AL',
        division: 'rec',
        captainName: `Captain of ${name}`,
        captainEmail: `${name.toLowerCase()}@example.org`,
        captainPhone: '256-555-0142',
      },
    })
    teams.set(name, body.team.id)
  }
  const games = async (): Promise<readonly Game[]> => (await ask('GET', '/schedule')).body.games
  const names = ({ home, away }: Game) => [home.team?.name, away.team?.name]
  const findGame = async (...pair: readonly [string, string]): Promise<Game> => {
    const game = (await games()).find((one) => pair.every((name) => names(one).includes(name)))
    expect(game, pair.join(' and ')).toBeDefined()
    return game as Game
  }
  return {
    ...app,
    ask,
    teamOf,
    games,
    findGame,
    /** Publishes pools of these names, and the schedule of their games. */
    begin: async (...pools: readonly (readonly string[])[]): Promise<void> => {
      for (const name of pools.flat()) if (!teams.has(name)) await register(name)
      const arranged = pools.map((those, index) => pool('ABCD'[index] ?? 'A', those.map(teamOf)))
      await ask('POST', '/pool-play/save', { body: { division: 'rec', pools: arranged } })
      await ask('POST', '/pool-play/publish', { body: { division: 'rec' } })
      await ask('POST', '/schedule/generate', { body: { seed: 1 } })
      expect((await ask('POST', '/schedule/publish')).status).toBe(200)
    },
    /** Sets a result as staff: `points` for the first team, `against` for the second. */
    score: async (one: string, other: string, points: number, against: number) => {
      const { id, home } = await findGame(one, other)
      const isHome = home.team?.name === one
      const body = isHome ? { home: points, away: against } : { home: against, away: points }
      return ask('PUT', `/games/${id}/result`, { body })
    },
  }
}
export type WeekendClient = Awaited<ReturnType<typeof weekendClient>>
