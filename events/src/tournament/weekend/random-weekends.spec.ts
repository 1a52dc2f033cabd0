import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRefusal } from '../../language/domain-error.ts'
import { type TournamentEvent, tournamentEvents } from '../events.ts'
import * as game from './game.ts'
import { generateSchedule, type PoolToPlay } from './generate-schedule.ts'
import { nameGame } from './plan.ts'
import * as bracket from './post-bracket.ts'
import * as rain from './rain.ts'
import * as schedule from './schedule.ts'
import { tiebreaks } from './standings.ts'
import * as standings from './standings-rules.ts'
import {
  compareWeekends,
  describeOpenPools,
  findTeams,
  listShared,
  playWeekend,
  seedTeams,
  type Weekend,
} from './weekend.ts'

const metadata = { now: new Date('2025-11-22T15:00:00Z') }

interface Rules<State> {
  readonly evolve: (state: State, event: never) => State
  readonly initialState: () => State
}
const foldBy =
  <State>({ evolve, initialState }: Rules<State>) =>
  (events: readonly TournamentEvent[], from = initialState()): State =>
    events.reduce((state, event) => evolve(state, event as never), from)
const folds = { schedule: foldBy(schedule), standings: foldBy(standings), game: foldBy(game) }

/** A weekend as commands leave it: the events of each stream, and the states that grew with them. */
class StoredWeekend {
  readonly log = new Map<string, TournamentEvent[]>()
  readonly pools: readonly PoolToPlay[]
  schedule = schedule.initialState()
  rules = standings.initialState()
  readonly results = new Map<string, game.GameState>()
  private ids = 0

  constructor(sizes: readonly number[]) {
    let team = 0
    this.pools = sizes.map((size, index) => ({
      id: `pool-${index}`,
      name: `Pool ${'AB'[index]}`,
      letter: 'AB'[index] ?? 'A',
      division: 'rec',
      teams: Array.from({ length: size }, () => `team-${++team}`),
    }))
  }

  get weekend() {
    return playWeekend(this.facts)
  }
  get facts() {
    return {
      games: schedule.gamesInPlay(this.schedule),
      pools: this.pools,
      results: this.results,
      rules: this.rules,
      brackets: this.schedule.brackets,
      withdrawn: new Set(this.schedule.withdrawn),
    }
  }
  get played() {
    return new Set([...this.results].flatMap(([id, { teams }]) => (teams ? [id] : [])))
  }
  readonly newId = () => `game ${++this.ids}`

  /** Appends what is decided; a refusal changes nothing. */
  append(stream: string, decide: () => readonly TournamentEvent[]): void {
    let events: readonly TournamentEvent[] = []
    findRefusal(() => {
      events = decide()
    })
    this.add(stream, events)
  }
  add(stream: string, events: readonly TournamentEvent[]): void {
    if (events.length === 0) return
    this.log.set(stream, [...(this.log.get(stream) ?? []), ...events])
    if (stream === 'schedule') this.schedule = folds.schedule(events, this.schedule)
    else if (stream === 'standings') this.rules = folds.standings(events, this.rules)
    else this.results.set(stream, folds.game(events, this.results.get(stream)))
  }
  onSchedule(decide: (now: schedule.Schedule) => readonly TournamentEvent[]): void {
    this.append('schedule', () => decide(this.schedule))
  }
  onGame(index: number, decide: (facts: game.GameFacts, state: game.GameState) => readonly TournamentEvent[]): void {
    const { weekend } = this
    const known = [...weekend.games.values()]
    const played = known[index % Math.max(1, known.length)]
    if (!played) return
    const facts: game.GameFacts = {
      name: nameGame(played.game),
      teams: findTeams(played),
      tiesAllowed: played.game.pool !== null && this.rules.tiesInPools,
      isForfeited: !played.hasResult && played.status === 'final',
    }
    this.append(played.game.id, () => decide(facts, this.results.get(played.game.id) ?? game.initialState()))
  }
}

type Action = (stored: StoredWeekend) => void
const points = fc.constantFrom(3, 9, 10, 11)
const score = fc.record({ home: points, away: points })
const anyGame = fc.nat(60)
const side = fc.constantFrom('home', 'away')

const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ game: anyGame, score, side }).map(enterScore) },
  { weight: 12, arbitrary: fc.record({ game: anyGame, score }).map(decideResult) },
  { weight: 2, arbitrary: fc.record({ game: anyGame, side }).map(letForfeit) },
  { weight: 2, arbitrary: anyGame.map(clearResult) },
  { weight: 2, arbitrary: anyGame.map(keepResult) },
  { weight: 3, arbitrary: fc.constant(beginSunday) },
  { weight: 2, arbitrary: fc.constant(makeBracket) },
  { weight: 2, arbitrary: fc.boolean().map(postBracket) },
  { weight: 2, arbitrary: fc.record({ hour: fc.nat(8), minutes: fc.constantFrom(-30, 45) }).map(delay) },
  { weight: 1, arbitrary: fc.constant(undoDelay) },
  { weight: 1, arbitrary: fc.nat(7).map(leaveGames) },
  { weight: 1, arbitrary: fc.boolean().map(changeTiebreaks) },
  { weight: 2, arbitrary: fc.constant(decideTie) },
  { weight: 2, arbitrary: fc.nat(2 ** 20).map(generate) },
  { weight: 3, arbitrary: fc.nat(40).map(undo) },
)

function enterScore(asked: { game: number; score: game.Score; side: game.SideName }): Action {
  return (stored) =>
    stored.onGame(asked.game, (facts, state) =>
      game.enterScore(
        { type: 'EnterScore', data: { side: asked.side, score: asked.score, game: facts }, metadata },
        state,
      ),
    )
}
function decide(index: number, result: game.DecidedResult): Action {
  return (stored) =>
    stored.onGame(index, (facts, state) =>
      game.decideResult({ type: 'DecideResult', data: { result, reason: '', game: facts }, metadata }, state),
    )
}
function decideResult(asked: { game: number; score: game.Score }): Action {
  return decide(asked.game, { score: asked.score })
}
function letForfeit(asked: { game: number; side: game.SideName }): Action {
  return decide(asked.game, { forfeit: asked.side })
}
function clearResult(index: number): Action {
  return (stored) =>
    stored.onGame(index, (facts, state) =>
      game.clearResult({ type: 'ClearResult', data: { game: facts }, metadata }, state),
    )
}
function keepResult(index: number): Action {
  return (stored) =>
    stored.onGame(index, (facts, state) =>
      game.keepResult({ type: 'KeepResult', data: { game: facts }, metadata }, state),
    )
}
/** Every pool game has a result from then on, so that brackets come about. */
function finishPools(stored: StoredWeekend): void {
  const open = [...stored.weekend.games.values()]
  for (const [index, { game: planned, hasResult }] of open.entries())
    if (planned.pool && !hasResult) decide(index, { score: { home: 11, away: index % 9 } })(stored)
}
function makeBracket(stored: StoredWeekend): void {
  const { pools } = stored.weekend
  const data = {
    division: 'rec' as const,
    seeds: seedTeams(pools),
    open: describeOpenPools(pools, (team) => team),
    played: stored.played,
    newId: stored.newId,
  }
  stored.onSchedule((now) => bracket.makeBracket({ type: 'MakeBracket', data, metadata }, now))
}
function beginSunday(stored: StoredWeekend): void {
  finishPools(stored)
  decideTie(stored)
  makeBracket(stored)
  postBracket(true)(stored)
}
function postBracket(isPosted: boolean): Action {
  const data = { division: 'rec' } as const
  return (stored) =>
    stored.onSchedule((now) =>
      isPosted
        ? bracket.postBracket({ type: 'PostBracket', data, metadata }, now)
        : bracket.unpostBracket({ type: 'UnpostBracket', data, metadata }, now),
    )
}
function delay({ hour, minutes }: { hour: number; minutes: number }): Action {
  const from = `2025-11-22T${String(8 + hour).padStart(2, '0')}:00:00-06:00`
  return (stored) =>
    stored.onSchedule((now) =>
      rain.delaySchedule({ type: 'DelaySchedule', data: { from, minutes, played: stored.played }, metadata }, now),
    )
}
function undoDelay(stored: StoredWeekend): void {
  stored.onSchedule((now) => rain.undoDelay({ type: 'UndoDelay', data: {}, metadata }, now))
}
function leaveGames(index: number): Action {
  return (stored) => {
    const teams = stored.pools.flatMap((pool) => pool.teams)
    const data = { team: teams[index % teams.length] ?? '', reason: 'Injuries' }
    stored.onSchedule((now) => schedule.leaveGames({ type: 'LeaveGames', data, metadata }, now))
  }
}
function changeTiebreaks(tiesInPools: boolean): Action {
  const [wins, ...others] = tiebreaks
  const data = { tiebreaks: tiesInPools ? [wins, ...others.toReversed()] : tiebreaks, tiesInPools }
  return (stored) =>
    stored.append('standings', () =>
      standings.changeTiebreaks({ type: 'ChangeTiebreaks', data, metadata }, stored.rules),
    )
}
function decideTie(stored: StoredWeekend): void {
  for (const pool of stored.weekend.pools) {
    const tied = listShared(pool)
    const [order] = tied
    if (!order) continue
    const { id, name } = pool.pool
    const data = { pool: { id, name }, order: order.toReversed(), reason: 'Coin toss', tied }
    stored.append('standings', () => standings.decideTie({ type: 'DecideTie', data, metadata }, stored.rules))
  }
}
function generate(seed: number): Action {
  return (stored) => {
    const data = { seed, pools: stored.pools, played: stored.played, newId: stored.newId }
    stored.onSchedule((now) => generateSchedule({ type: 'GenerateSchedule', data, metadata }, now))
    stored.onSchedule((now) => schedule.publishSchedule({ type: 'PublishSchedule', data: {}, metadata }, now))
  }
}
/** Takes the last event of a stream back. */
function undo(index: number): Action {
  return (stored) => {
    const streams = [...stored.log].filter(([, events]) => events.length > 0)
    const [stream, events] = streams[index % Math.max(1, streams.length)] ?? []
    if (!stream || !events) return
    const before = events.slice(0, -1)
    if (stream === 'schedule') {
      const data = { schedule: folds.schedule(before) }
      stored.onSchedule((now) => schedule.putBackSchedule({ type: 'PutBackSchedule', data, metadata }, now))
      expect(stored.schedule).toEqual(data.schedule)
    } else if (stream === 'standings') {
      const data = { rules: folds.standings(before) }
      stored.append(stream, () =>
        standings.putBackStandingsRules({ type: 'PutBackStandingsRules', data, metadata }, stored.rules),
      )
      expect(stored.rules).toEqual(data.rules)
    } else {
      const data = { state: folds.game(before), game: 'a game' }
      const now = folds.game(events)
      stored.append(stream, () => game.putBackResult({ type: 'PutBackResult', data, metadata }, now))
      expect(stored.results.get(stream)).toEqual(data.state)
    }
  }
}

const weekends = fc.record({
  sizes: fc.constantFrom([4], [3, 3], [4, 3], [5]),
  seed: fc.nat(1000),
  actions: fc.array(actions, { minLength: 10, maxLength: 40 }),
})

interface RandomWeekend {
  readonly sizes: readonly number[]
  readonly seed: number
  readonly actions: readonly Action[]
}

function play({ sizes, seed, actions: those }: RandomWeekend): StoredWeekend {
  const stored = new StoredWeekend(sizes)
  generate(seed)(stored)
  for (const act of those) act(stored)
  return stored
}

/** The log as a database gives it back: through the schemas of the events, with keys in another order. */
function readBack(events: readonly TournamentEvent[]): TournamentEvent[] {
  const sorted = (_: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return events.map(({ type, data }) => ({
    type,
    data: tournamentEvents[type].data.parse(JSON.parse(JSON.stringify(data, sorted))),
  })) as TournamentEvent[]
}

function expectSound({ games, pools, places }: Weekend): void {
  for (const { rows } of pools) {
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
    expect(sum(({ wins }) => wins)).toBe(sum(({ losses }) => losses))
    expect(sum(({ difference }) => difference)).toBe(0)
  }
  for (const { sides } of games.values()) if (sides.home !== null) expect(sides.home).not.toBe(sides.away)
  const placed = (places.rec ?? []).filter((team) => team !== null)
  expect(new Set(placed).size).toBe(placed.length)
}

describe('A weekend of random scores, disputes, corrections, delays, brackets and undos', () => {
  it('is what its stored events say, and is sound', () => {
    fc.assert(
      fc.property(weekends, (those) => {
        const stored = play(those)
        const again = new StoredWeekend(those.sizes)
        for (const [stream, events] of stored.log) again.add(stream, readBack(events))
        expect(again.schedule).toEqual(stored.schedule)
        expect(again.weekend).toEqual(stored.weekend)
        expectSound(stored.weekend)
      }),
      { numRuns: 200 },
    )
  })

  it('is after a correction as if the corrected result had been the first one', () => {
    fc.assert(
      fc.property(weekends, anyGame, score, (those, index, corrected) => {
        const stored = play(those)
        const before = stored.weekend
        decideResult({ game: index, score: corrected })(stored)
        const { facts, weekend } = stored
        const known = [...before.games.keys()]
        const id = known[index % Math.max(1, known.length)] ?? ''
        const events = stored.log.get(id) ?? []
        const alone = new Map(facts.results).set(id, folds.game(events.slice(-1)))
        const first = playWeekend({ ...facts, results: alone })
        const { decided } = folds.game(events)
        if (events.at(-1)?.type !== 'ResultDecided' || decided === null) return
        expect(first.pools).toEqual(weekend.pools)
        expect(first.places).toEqual(weekend.places)
        const { moves } = compareWeekends(before, weekend)
        for (const { game: moved, side: on, now } of moves) expect(weekend.games.get(moved)?.sides[on]).toBe(now)
      }),
      { numRuns: 100 },
    )
  })
})

/** A bracket that has come about, so that the tests above mean something. */
it('random weekends come as far as brackets with places', () => {
  const reached = fc.sample(weekends, { numRuns: 100, seed: 7 }).map(play)
  const isDecided = ({ weekend: { places } }: StoredWeekend) => (places.rec ?? []).some((team) => team !== null)
  expect(reached.filter(({ schedule: { brackets } }) => brackets.rec?.posted).length).toBeGreaterThan(5)
  expect(reached.filter(isDecided).length).toBeGreaterThan(5)
})
