import { addMinutes, computeMinutes, findTime, type GameTime, type Plan, type PlannedGame, type Round } from './plan.ts'

/** The changes that a director makes to a public day when it rains. */
export const dayChangeKinds = ['delay', 'cancellation', 'shortening'] as const
export type DayChangeKind = (typeof dayChangeKinds)[number]

/** The times of draft and public schedule before a change of a day. */
export interface DayChange {
  /** Absent for a delay. */
  readonly kind?: Exclude<DayChangeKind, 'delay'> | undefined
  readonly draft: PlanTimes
  readonly published: PlanTimes
}

interface PlanTimes {
  readonly rounds: readonly Round[]
  /** By the ids of games; null for a game that begins with its round. */
  readonly starts: Readonly<Record<string, string | null>>
  /** Minutes of the games that are longer or shorter than their round, by id. */
  readonly lengths?: Readonly<Record<string, number>> | undefined
  /** The games that were cancelled already; present only in the times before a cancellation. */
  readonly cancelled?: readonly string[] | undefined
}

/** Returns the times of a plan before a change of a day, which `withTimes` restores. */
export function collectTimes({ rounds, games }: Plan, kind: DayChangeKind): PlanTimes {
  const lengths = games.flatMap(({ id, minutes }) => (minutes === undefined ? [] : [[id, minutes] as const]))
  return {
    rounds,
    starts: Object.fromEntries(games.map(({ id, start }) => [id, start])),
    ...(lengths.length > 0 && { lengths: Object.fromEntries(lengths) }),
    ...(kind === 'cancellation' && {
      cancelled: games.filter(({ cancelled }) => cancelled).map(({ id }) => id),
    }),
  }
}

export function withTimes(plan: Plan, { rounds, starts, lengths = {}, cancelled }: PlanTimes): Plan {
  const cancelledBefore = cancelled && new Set(cancelled)
  return {
    ...plan,
    rounds,
    games: plan.games.map((game) => ({
      ...game,
      start: starts[game.id] ?? null,
      minutes: lengths[game.id],
      cancelled: (cancelledBefore ? cancelledBefore.has(game.id) : game.cancelled) || undefined,
    })),
  }
}

interface Delay {
  readonly minutes: number
  /** The ids of the rounds that begin later. */
  readonly rounds: readonly string[]
  /** The ids of the games that begin later. Other games of these rounds keep their time, because they have a result. */
  readonly games: readonly string[]
}

export function delay(plan: Plan, { minutes, rounds, games }: Delay): Plan {
  const delayedRounds = new Set(rounds)
  const delayedGames = new Set(games)
  return {
    ...plan,
    rounds: plan.rounds.map((round) =>
      delayedRounds.has(round.id)
        ? { ...round, start: addMinutes(round.start, minutes), end: addMinutes(round.end, minutes) }
        : round,
    ),
    games: plan.games.map((game) => {
      const time = findTime(game, plan)
      if (!time) return game
      // Without a start of its own, a game moves with its round.
      if (delayedGames.has(game.id))
        return game.start === null ? game : { ...game, start: addMinutes(game.start, minutes) }
      // A game that stays while its round moves gets a start of its own.
      const wouldMove = game.start === null && delayedRounds.has(game.round as string)
      return wouldMove && !game.cancelled ? { ...game, start: time.start } : game
    }),
  }
}

export function cancel(plan: Plan, games: readonly string[]): Plan {
  const cancelledGames = new Set(games)
  return {
    ...plan,
    games: plan.games.map((game) => (cancelledGames.has(game.id) ? { ...game, cancelled: true } : game)),
  }
}

interface Shortening {
  /** The rounds with their new times. */
  readonly rounds: readonly Round[]
  /** The ids of the games that get the new times. Other games of these rounds keep theirs, because they have a result. */
  readonly games: readonly string[]
}

export function shorten(plan: Plan, { rounds, games }: Shortening): Plan {
  const shortRounds = new Map(rounds.map((round) => [round.id, round]))
  const shortGames = new Set(games)
  return {
    ...plan,
    rounds: plan.rounds.map((round) => shortRounds.get(round.id) ?? round),
    games: plan.games.map((game) => {
      const time = findTime(game, plan)
      if (!time || !shortRounds.has(game.round as string)) return game
      if (shortGames.has(game.id) || game.cancelled) return { ...game, start: null, minutes: undefined }
      return withOwnTime(game, time)
    }),
  }
}

const withOwnTime = (game: PlannedGame, time: GameTime): PlannedGame => ({
  ...game,
  start: time.start,
  minutes: computeMinutes(time),
})
