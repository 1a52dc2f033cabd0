import { isRested, type RestRules } from './rest.ts'

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
 * The search ends after so many moves in a row without a gain: fewer games without a round than ever before. With more
 * moves, only 0.05 % more of all games in random line-ups find a place.
 */
const maxVainMoves = 150
/** The number of moves for which a game does not go back into the round that it had to leave. */
const tabuMoves = 12

/**
 * Gives every game a round and a field: no team or field twice at a time, rest respected, pools spread over fields and
 * times. First it fills the rounds evenly. Then it puts games without a round into one anyway, and the games that were in
 * the way look for another (an ejection chain with a tabu list).
 */
export function makeSchedule(wanted: ScheduleToMake): MadeSchedule {
  const random = randomFrom(wanted.seed)
  const plan = buildRoundPlan(wanted)
  fillEvenly(plan, random)
  placeRemaining(plan, random)
  const unplaced = wanted.games.filter(({ id }) => plan.roundOf(id) === undefined)
  return {
    placements: chooseFields(plan),
    unplaced: unplaced.map((game) => ({ game: game.id, reason: explain(game, plan) })),
  }
}

type RoundPlan = ReturnType<typeof buildRoundPlan>

/** Begins the plan that the search changes: which game is in which round. A round is its index in `rounds` here. */
function buildRoundPlan({ rounds, fields, games, fixed, maxInARow, minRestMinutes }: ScheduleToMake) {
  const indexOfRound = new Map(rounds.map(({ id }, index) => [id, index]))
  const fixedGames = fixed.filter(({ round }) => indexOfRound.has(round))
  const gamesByRound = rounds.map((): Set<GameToPlace> => new Set())
  /** Without the fixed games. */
  const roundByGame = new Map<string, number>()
  const gamesByTeam = new Map<string, Map<number, GameToPlace>>()
  /** Returns the games of a team by round. */
  const findGames = (team: string): Map<number, GameToPlace> => {
    const gamesByRoundOfTeam = gamesByTeam.get(team) ?? new Map()
    gamesByTeam.set(team, gamesByRoundOfTeam)
    return gamesByRoundOfTeam
  }
  for (const game of fixedGames)
    for (const team of game.teams) findGames(team).set(indexOfRound.get(game.round) as number, game)
  const capacity = rounds.map(({ id }) => fields.length - fixedGames.filter(({ round }) => round === id).length)
  const rest = { maxInARow, minRestMinutes }
  return {
    wanted: { rounds, fields, games, fixed: fixedGames, maxInARow, minRestMinutes },
    roundOf: (game: string): number | undefined => roundByGame.get(game),
    gamesIn: (round: number): ReadonlySet<GameToPlace> => gamesByRound[round] as Set<GameToPlace>,
    freeFields: (round: number): number => (capacity[round] as number) - (gamesByRound[round] as Set<GameToPlace>).size,
    fitsTeams: ({ teams }: GameToPlace, round: number): boolean =>
      teams.every((team) => {
        const roundsOfTeam = findGames(team)
        if (roundsOfTeam.has(round)) return false
        const times = [...roundsOfTeam.keys(), round].map((index) => rounds[index] as RoundToFill)
        return isRested(times, rest)
      }),
    /** Returns the games of the two teams that may move: all but the fixed games. */
    movableGames: ({ teams }: GameToPlace): GameToPlace[] =>
      teams.flatMap((team) => [...findGames(team).values()]).filter(({ id }) => roundByGame.has(id)),
    put(game: GameToPlace, round: number): void {
      roundByGame.set(game.id, round)
      gamesByRound[round]?.add(game)
      for (const team of game.teams) findGames(team).set(round, game)
    },
    remove(game: GameToPlace): void {
      const round = roundByGame.get(game.id) as number
      roundByGame.delete(game.id)
      gamesByRound[round]?.delete(game)
      for (const team of game.teams) findGames(team).delete(round)
    },
  }
}

/** Fills each round with its share of the remaining games, first with games of the teams that still have the most. */
function fillEvenly(plan: RoundPlan, random: () => number): void {
  const { rounds, games } = plan.wanted
  let remaining = shuffle(games, random)
  for (const round of rounds.keys()) {
    let gamesToPut = Math.min(plan.freeFields(round), Math.ceil(remaining.length / (rounds.length - round)))
    const gamesOfTeam = countByTeam(remaining)
    const computeUrgency = ({ teams }: GameToPlace) => {
      const [one = 0, other = 0] = teams.map((team) => gamesOfTeam.get(team) ?? 0)
      return 2 * Math.max(one, other) + Math.min(one, other)
    }
    // The sort is stable, so games of equal urgency stay shuffled.
    for (const game of remaining.toSorted((one, other) => computeUrgency(other) - computeUrgency(one))) {
      if (gamesToPut <= 0) break
      if (!plan.fitsTeams(game, round)) continue
      plan.put(game, round)
      gamesToPut--
    }
    remaining = remaining.filter(({ id }) => plan.roundOf(id) === undefined)
  }
}

/**
 * Puts games without a round into one, and takes the games in the way out of theirs. Leaves the plan as it was when the
 * fewest games were without a round.
 */
function placeRemaining(plan: RoundPlan, random: () => number): void {
  const { rounds, games } = plan.wanted
  let unplaced = games.filter(({ id }) => plan.roundOf(id) === undefined)
  let best = { unplaced, rounds: listRounds() }
  const tabuUntil = new Map<string, number>()
  let lastGain = 0
  for (let move = 0; unplaced.length > 0 && rounds.length > 0 && move - lastGain < maxVainMoves; move++) {
    const game = unplaced[Math.floor(random() * unplaced.length)] as GameToPlace
    const options = [...rounds.keys()]
      .filter((round) => (tabuUntil.get(`${game.id} ${round}`) ?? 0) <= move)
      .flatMap((round) => {
        const obstacles = findObstacles(plan, game, round, random)
        const tiebreak = random()
        return obstacles === null ? [] : [{ round, obstacles, tiebreak }]
      })
      .toSorted((one, other) => one.obstacles.length - other.obstacles.length || one.tiebreak - other.tiebreak)
    const [option] = options
    if (!option) continue
    for (const obstacle of option.obstacles) {
      tabuUntil.set(`${obstacle.id} ${plan.roundOf(obstacle.id)}`, move + tabuMoves)
      plan.remove(obstacle)
    }
    plan.put(game, option.round)
    unplaced = [...unplaced.filter((other) => other !== game), ...option.obstacles]
    if (unplaced.length >= best.unplaced.length) continue
    best = { unplaced, rounds: listRounds() }
    lastGain = move
  }
  for (const game of games) if (plan.roundOf(game.id) !== undefined) plan.remove(game)
  for (const [game, round] of best.rounds) plan.put(game, round)

  function listRounds(): [GameToPlace, number][] {
    return games.flatMap((game): [GameToPlace, number][] => {
      const round = plan.roundOf(game.id)
      return round === undefined ? [] : [[game, round]]
    })
  }
}

/** Lists the games that would have to leave their rounds for this one; null where fixed games are in the way. */
function findObstacles(plan: RoundPlan, game: GameToPlace, round: number, random: () => number): GameToPlace[] | null {
  const roundOfObstacle = new Map<GameToPlace, number>()
  const remove = (obstacle: GameToPlace) => {
    roundOfObstacle.set(obstacle, plan.roundOf(obstacle.id) as number)
    plan.remove(obstacle)
  }
  const makeRoom = (): boolean => {
    const distanceOf = (other: GameToPlace) => Math.abs((plan.roundOf(other.id) as number) - round)
    while (!plan.fitsTeams(game, round)) {
      const [closest] = plan.movableGames(game).toSorted((one, other) => distanceOf(one) - distanceOf(other))
      if (!closest) return false
      remove(closest)
    }
    if (plan.freeFields(round) > 0) return true
    const gamesOfRound = [...plan.gamesIn(round)]
    const obstacle = gamesOfRound[Math.floor(random() * gamesOfRound.length)]
    if (!obstacle) return false
    remove(obstacle)
    return true
  }
  const isPossible = makeRoom()
  // The plan stays as it was: the caller decides whether these games leave.
  for (const [obstacle, oldRound] of roundOfObstacle) plan.put(obstacle, oldRound)
  return isPossible ? [...roundOfObstacle.keys()] : null
}

/** Returns the placements by game. Pools and teams change fields as often as they can. */
function chooseFields(plan: RoundPlan): Map<string, Placement> {
  const { rounds, fields, fixed } = plan.wanted
  /** The keys name a field, and a pool or team that has played on it. */
  const uses = new Map<string, number>()
  const placements = new Map<string, Placement>()
  const countUses = ({ pool, teams }: GameToPlace, field: string) => {
    for (const user of [pool, ...teams]) uses.set(`${field} ${user}`, (uses.get(`${field} ${user}`) ?? 0) + 1)
  }
  for (const game of fixed) countUses(game, game.field)
  for (const [index, round] of rounds.entries()) {
    const freeFields = new Set(fields)
    for (const game of fixed) if (game.round === round.id) freeFields.delete(game.field)
    for (const game of plan.gamesIn(index)) {
      const sumUses = (field: string) =>
        [game.pool, ...game.teams].reduce((sum, user) => sum + (uses.get(`${field} ${user}`) ?? 0), 0)
      const [field] = [...freeFields].toSorted((one, other) => sumUses(one) - sumUses(other))
      if (field === undefined) continue
      freeFields.delete(field)
      countUses(game, field)
      placements.set(game.id, { round: round.id, field })
    }
  }
  return placements
}

/** Returns why a game has no place. */
function explain(game: GameToPlace, { wanted, fitsTeams, freeFields }: RoundPlan): string {
  const { rounds, maxInARow, minRestMinutes } = wanted
  if (rounds.length === 0) return 'There are no rounds for pool games.'
  const possibleRounds = [...rounds.keys()].filter((round) => fitsTeams(game, round))
  if (possibleRounds.length > 0 && possibleRounds.every((round) => freeFields(round) <= 0))
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
    .map((item) => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
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
