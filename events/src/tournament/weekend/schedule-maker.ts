/** A time at which games begin on all fields. Moments are milliseconds since 1970. */
export interface RoundToFill {
  readonly id: string
  readonly start: number
  readonly end: number
}

export interface GameToPlace {
  readonly id: string
  readonly pool: string
  readonly teams: readonly string[]
}

interface Placement {
  readonly round: string
  readonly field: string
}

interface RestRules {
  /** Games of a team without the time of a game between them. */
  readonly maxInARow: number
  /** Minutes from the end of one game of a team to the start of its next one. */
  readonly minRestMinutes: number
}

export interface ScheduleToMake extends RestRules {
  readonly rounds: readonly RoundToFill[]
  readonly fields: readonly string[]
  readonly games: readonly GameToPlace[]
  /** Games that keep their place, such as those with a score. */
  readonly fixed: readonly (GameToPlace & Placement)[]
  /** The same seed gives the same schedule. */
  readonly seed: number
}

interface MadeSchedule {
  /** Keyed by game. */
  readonly placements: ReadonlyMap<string, Placement>
  readonly unplaced: readonly { readonly game: string; readonly reason: string }[]
}

/**
 * The moves in a row that leave no fewer games without a round: more place hardly another game (0.05 % of all in random
 * line-ups).
 */
const maxVainMoves = 150
/** The moves for which a game does not go back into the round that it had to leave. */
const movesAway = 12

/**
 * Gives every game a round and a field: no team or field twice at a time, rest respected, pools spread over fields and
 * times. First it fills round after round evenly, games of the busiest teams first. What found no round is then put into
 * one anyway, and the games that are in its way look for another (an ejection chain with a tabu list).
 */
export function makeSchedule(wanted: ScheduleToMake): MadeSchedule {
  const random = randomFrom(wanted.seed)
  const plan = buildPlan(wanted)
  fillEvenly(plan, random)
  moveOthers(plan, random)
  const unplaced = wanted.games.filter(({ id }) => plan.roundOf(id) === undefined)
  return {
    placements: chooseFields(plan),
    unplaced: unplaced.map((game) => ({ game: game.id, reason: explain(game, plan) })),
  }
}

type Plan = ReturnType<typeof buildPlan>

/** Returns which game is in which round, with what decides whether one more fits. Rounds are numbers here. */
function buildPlan({ rounds, fields, games, fixed, maxInARow, minRestMinutes }: ScheduleToMake) {
  const numberOf = new Map(rounds.map(({ id }, number) => [id, number]))
  const fixedHere = fixed.filter(({ round }) => numberOf.has(round))
  const inRound = rounds.map((): Set<GameToPlace> => new Set())
  const byGame = new Map<string, number>()
  const ofTeam = new Map<string, Map<number, GameToPlace>>()
  const findGames = (team: string): Map<number, GameToPlace> => {
    const known = ofTeam.get(team) ?? new Map()
    ofTeam.set(team, known)
    return known
  }
  for (const game of fixedHere)
    for (const team of game.teams) findGames(team).set(numberOf.get(game.round) as number, game)
  const capacity = rounds.map(({ id }) => fields.length - fixedHere.filter(({ round }) => round === id).length)
  const rest = { maxInARow, minRestMinutes }
  return {
    wanted: { rounds, fields, games, fixed: fixedHere, maxInARow, minRestMinutes },
    roundOf: (game: string): number | undefined => byGame.get(game),
    gamesIn: (round: number): ReadonlySet<GameToPlace> => inRound[round] as Set<GameToPlace>,
    room: (round: number): number => (capacity[round] as number) - (inRound[round] as Set<GameToPlace>).size,
    fitsTeams: ({ teams }: GameToPlace, round: number): boolean =>
      teams.every((team) => {
        const own = findGames(team)
        return (
          !own.has(round) &&
          isRested(
            [...own.keys(), round].map((number) => rounds[number] as RoundToFill),
            rest,
          )
        )
      }),
    /** Returns the games of its teams, except those that keep their place. */
    gamesOfTeams: ({ teams }: GameToPlace): GameToPlace[] =>
      teams.flatMap((team) => [...findGames(team).values()]).filter(({ id }) => byGame.has(id)),
    put(game: GameToPlace, round: number): void {
      byGame.set(game.id, round)
      inRound[round]?.add(game)
      for (const team of game.teams) findGames(team).set(round, game)
    },
    take(game: GameToPlace): void {
      const round = byGame.get(game.id) as number
      byGame.delete(game.id)
      inRound[round]?.delete(game)
      for (const team of game.teams) findGames(team).delete(round)
    },
  }
}

function fillEvenly(plan: Plan, random: () => number): void {
  const { rounds, games } = plan.wanted
  let left = shuffle(games, random)
  for (const round of rounds.keys()) {
    let room = Math.min(plan.room(round), Math.ceil(left.length / (rounds.length - round)))
    const remaining = countByTeam(left)
    const urgency = ({ teams }: GameToPlace) => {
      const [one = 0, other = 0] = teams.map((team) => remaining.get(team) ?? 0)
      return 2 * Math.max(one, other) + Math.min(one, other)
    }
    // Stable, so that games of equal urgency stay shuffled.
    for (const game of left.toSorted((one, other) => urgency(other) - urgency(one))) {
      if (room <= 0) break
      if (!plan.fitsTeams(game, round)) continue
      plan.put(game, round)
      room--
    }
    left = left.filter(({ id }) => plan.roundOf(id) === undefined)
  }
}

function moveOthers(plan: Plan, random: () => number): void {
  const { rounds, games } = plan.wanted
  let left = games.filter(({ id }) => plan.roundOf(id) === undefined)
  let best = { left, rounds: roundsNow() }
  const tabuUntil = new Map<string, number>()
  let lastGain = 0
  for (let move = 0; left.length > 0 && rounds.length > 0 && move - lastGain < maxVainMoves; move++) {
    const game = left[Math.floor(random() * left.length)] as GameToPlace
    const options = [...rounds.keys()]
      .filter((round) => (tabuUntil.get(`${game.id} ${round}`) ?? 0) <= move)
      .map((round) => ({ round, inTheWay: findInTheWay(plan, game, round, random), tie: random() }))
      .filter(({ inTheWay }) => inTheWay !== null)
      .toSorted((one, other) => (one.inTheWay?.length ?? 0) - (other.inTheWay?.length ?? 0) || one.tie - other.tie)
    const [option] = options
    if (!option) continue
    for (const other of option.inTheWay ?? []) {
      tabuUntil.set(`${other.id} ${plan.roundOf(other.id)}`, move + movesAway)
      plan.take(other)
    }
    plan.put(game, option.round)
    left = [...left.filter((other) => other !== game), ...(option.inTheWay ?? [])]
    if (left.length >= best.left.length) continue
    best = { left, rounds: roundsNow() }
    lastGain = move
  }
  for (const game of games) if (plan.roundOf(game.id) !== undefined) plan.take(game)
  for (const [game, round] of best.rounds) plan.put(game, round)

  function roundsNow(): [GameToPlace, number][] {
    return games.flatMap((game): [GameToPlace, number][] => {
      const round = plan.roundOf(game.id)
      return round === undefined ? [] : [[game, round]]
    })
  }
}

/** The games that would have to leave their rounds; null where games that keep their place are in the way. */
function findInTheWay(plan: Plan, game: GameToPlace, round: number, random: () => number): GameToPlace[] | null {
  const away: GameToPlace[] = []
  const leave = (other: GameToPlace) => {
    away.push(other)
    plan.take(other)
  }
  const at = new Map<GameToPlace, number>()
  const makeRoom = (): boolean => {
    const distance = (other: GameToPlace) => Math.abs((plan.roundOf(other.id) as number) - round)
    while (!plan.fitsTeams(game, round)) {
      const [closest] = plan.gamesOfTeams(game).toSorted((one, other) => distance(one) - distance(other))
      if (!closest) return false
      at.set(closest, plan.roundOf(closest.id) as number)
      leave(closest)
    }
    if (plan.room(round) > 0) return true
    const here = [...plan.gamesIn(round)]
    const any = here[Math.floor(random() * here.length)]
    if (!any) return false
    at.set(any, round)
    leave(any)
    return true
  }
  const isPossible = makeRoom()
  for (const other of away) plan.put(other, at.get(other) as number)
  return isPossible ? away : null
}

/** Returns the placements by game. Pools and teams change fields as often as they can. */
function chooseFields(plan: Plan): Map<string, Placement> {
  const { rounds, fields, fixed } = plan.wanted
  const uses = new Map<string, number>()
  const placements = new Map<string, Placement>()
  const note = ({ pool, teams }: GameToPlace, field: string) => {
    for (const who of [pool, ...teams]) uses.set(`${field} ${who}`, (uses.get(`${field} ${who}`) ?? 0) + 1)
  }
  for (const game of fixed) note(game, game.field)
  for (const [number, round] of rounds.entries()) {
    const free = new Set(fields)
    for (const game of fixed) if (game.round === round.id) free.delete(game.field)
    for (const game of plan.gamesIn(number)) {
      const strain = (field: string) =>
        [game.pool, ...game.teams].reduce((sum, who) => sum + (uses.get(`${field} ${who}`) ?? 0), 0)
      const [field] = [...free].toSorted((one, other) => strain(one) - strain(other))
      if (field === undefined) continue
      free.delete(field)
      note(game, field)
      placements.set(game.id, { round: round.id, field })
    }
  }
  return placements
}

interface Time {
  readonly start: number
  readonly end: number
}

/** True where a team that plays at these times has rest in between. */
export function isRested(times: readonly Time[], { maxInARow, minRestMinutes }: RestRules): boolean {
  const sorted = times.toSorted((one, other) => one.start - other.start)
  let inARow = 1
  for (const [index, time] of sorted.entries()) {
    const before = sorted[index - 1]
    if (!before) continue
    const rest = time.start - before.end
    if (rest < minRestMinutes * 60_000) return false
    inARow = rest < time.end - time.start ? inARow + 1 : 1
    if (inARow > maxInARow) return false
  }
  return true
}

function explain(game: GameToPlace, { wanted, fitsTeams, room }: Plan): string {
  const { rounds, maxInARow, minRestMinutes } = wanted
  if (rounds.length === 0) return 'There are no rounds for pool games.'
  const possible = [...rounds.keys()].filter((round) => fitsTeams(game, round))
  if (possible.length > 0 && possible.every((round) => room(round) <= 0))
    return 'Every field is taken in the rounds in which both teams could play.'
  const inARow = `at most ${maxInARow} ${maxInARow === 1 ? 'game' : 'games'} in a row`
  return `There is no round in which both teams are free and rested (${inARow}, ${minRestMinutes} minutes of rest).`
}

const countByTeam = (games: readonly GameToPlace[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const team of games.flatMap(({ teams }) => teams)) counts.set(team, (counts.get(team) ?? 0) + 1)
  return counts
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
