import { addMinutes, computeMinutes, findTime, type GameTime, type Plan, type PlannedGame, type Round } from './plan.ts'

/** The changes that a director makes to a public day when it rains. */
export const dayChangeKinds = ['delay', 'cancellation', 'shortening'] as const
export type DayChangeKind = (typeof dayChangeKinds)[number]

/** Draft and public schedule as they were before a change of a day. */
export interface DayChange {
  /** A delay where it is not set. */
  readonly kind?: Exclude<DayChangeKind, 'delay'> | undefined
  readonly draft: PlanTimes
  readonly published: PlanTimes
}

/** The times at which rounds and games begin, by id. */
interface PlanTimes {
  readonly rounds: readonly Round[]
  readonly starts: Readonly<Record<string, string | null>>
  /** Minutes of the games that have a length of their own. */
  readonly lengths?: Readonly<Record<string, number>> | undefined
  /** Games that were cancelled already; only before a cancellation. */
  readonly cancelled?: readonly string[] | undefined
}

export function collectTimes({ rounds, games }: Plan, before: DayChangeKind): PlanTimes {
  const lengths = games.flatMap(({ id, minutes }) => (minutes === undefined ? [] : [[id, minutes] as const]))
  return {
    rounds,
    starts: Object.fromEntries(games.map(({ id, start }) => [id, start])),
    ...(lengths.length > 0 && { lengths: Object.fromEntries(lengths) }),
    ...(before === 'cancellation' && {
      cancelled: games.filter(({ cancelled }) => cancelled).map(({ id }) => id),
    }),
  }
}

export function withTimes(plan: Plan, { rounds, starts, lengths = {}, cancelled }: PlanTimes): Plan {
  const wasCancelled = cancelled && new Set(cancelled)
  return {
    ...plan,
    rounds,
    games: plan.games.map((game) => ({
      ...game,
      start: starts[game.id] ?? null,
      minutes: lengths[game.id],
      cancelled: (wasCancelled ? wasCancelled.has(game.id) : game.cancelled) || undefined,
    })),
  }
}

interface Delay {
  readonly minutes: number
  /**
   * Rounds that begin later, and games that do: with their rounds, or by themselves where they have a time of their own.
   * Games of these rounds which are not named keep their time.
   */
  readonly rounds: readonly string[]
  readonly games: readonly string[]
}

export function delayed(plan: Plan, { minutes, rounds, games }: Delay): Plan {
  const isMoved = new Set(rounds)
  const moves = new Set(games)
  return {
    ...plan,
    rounds: plan.rounds.map((round) =>
      isMoved.has(round.id)
        ? { ...round, start: addMinutes(round.start, minutes), end: addMinutes(round.end, minutes) }
        : round,
    ),
    games: plan.games.map((game) => {
      const time = findTime(game, plan)
      if (!time) return game
      if (moves.has(game.id)) return game.start === null ? game : { ...game, start: addMinutes(game.start, minutes) }
      const follows = game.start === null && isMoved.has(game.round as string)
      return follows && !game.cancelled ? { ...game, start: time.start } : game
    }),
  }
}

export function withCancelled(plan: Plan, games: readonly string[]): Plan {
  const isCancelled = new Set(games)
  return {
    ...plan,
    games: plan.games.map((game) => (isCancelled.has(game.id) ? { ...game, cancelled: true } : game)),
  }
}

interface Shortening {
  /** The rounds with their new times. Games of these rounds which are not named keep theirs. */
  readonly rounds: readonly Round[]
  readonly games: readonly string[]
}

export function shortened(plan: Plan, { rounds, games }: Shortening): Plan {
  const timesAfter = new Map(rounds.map((round) => [round.id, round]))
  const moves = new Set(games)
  return {
    ...plan,
    rounds: plan.rounds.map((round) => timesAfter.get(round.id) ?? round),
    games: plan.games.map((game) => {
      const time = findTime(game, plan)
      if (!time || !timesAfter.has(game.round as string)) return game
      if (moves.has(game.id) || game.cancelled) return { ...game, start: null, minutes: undefined }
      return withOwnTime(game, time)
    }),
  }
}

const withOwnTime = (game: PlannedGame, time: GameTime): PlannedGame => ({
  ...game,
  start: time.start,
  minutes: computeMinutes(time),
})
