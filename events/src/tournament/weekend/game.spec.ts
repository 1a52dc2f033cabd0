import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import type { GameEvent } from './events.ts'
import * as rules from './game.ts'

const teams = { home: 'huck', away: 'becky' }
const others = { home: 'huck', away: 'joe' }
const facts: rules.GameFacts = { name: 'A-1 Rec', teams, tiesAllowed: false, isForfeited: false }
const metadata = { now: new Date('2025-11-22T16:00:00Z') }

const enter = (side: rules.SideName, home: number, away: number, game: Partial<rules.GameFacts> = {}) =>
  ({ type: 'EnterScore', data: { side, score: { home, away }, game: { ...facts, ...game } }, metadata }) as const
const entered = (side: rules.SideName, home: number, away: number, by = teams): GameEvent => ({
  type: 'ScoreEntered',
  data: { game: 'A-1 Rec', side, teams: by, home, away },
})
const decide = (result: rules.DecidedResult, game: Partial<rules.GameFacts> = {}) =>
  ({ type: 'DecideResult', data: { result, reason: '', game: { ...facts, ...game } }, metadata }) as const
const decided = (home: number, away: number): GameEvent => ({
  type: 'ResultDecided',
  data: { game: 'A-1 Rec', teams, home, away, reason: '' },
})

const byCaptains = DeciderSpecification.for(rules.enterScoreDecider)
const byStaff = DeciderSpecification.for(rules.decideResultDecider)
const after = (...events: GameEvent[]) => rules.computeResult(events.reduce(rules.evolve, rules.initialState()))

describe('The result of a game', () => {
  it('is provisional after the entry of one captain', () => {
    expect(after(entered('home', 11, 9))).toEqual({
      status: 'provisional',
      score: { home: 11, away: 9 },
      forfeit: null,
    })
  })

  it('is final once both captains have entered the same', () => {
    expect(after(entered('home', 11, 9), entered('away', 11, 9)).status).toBe('final')
  })

  it('is disputed, and without a score, where they differ', () => {
    expect(after(entered('home', 11, 9), entered('away', 9, 11))).toEqual({
      status: 'disputed',
      score: null,
      forfeit: null,
    })
  })

  it('is what staff decide, over all entries', () => {
    expect(after(entered('home', 11, 9), entered('away', 9, 11), decided(10, 11))).toEqual({
      status: 'final',
      score: { home: 10, away: 11 },
      forfeit: null,
    })
  })

  it('begins anew where other teams are on its sides', () => {
    expect(after(entered('home', 11, 9), entered('away', 9, 11, others))).toMatchObject({ status: 'provisional' })
  })

  it('is gone once it is cleared', () => {
    expect(after(decided(11, 9), { type: 'ResultCleared', data: { game: 'A-1 Rec' } }).status).toBe('scheduled')
  })
})

describe('A captain', () => {
  it('enters a score, also again until it is final', () => {
    byCaptains([entered('home', 11, 9)])
      .when(enter('home', 11, 8))
      .then([entered('home', 11, 8)])
  })

  it('changes nothing by entering the same again, also when it has become final', () => {
    byCaptains([entered('home', 11, 9), entered('away', 11, 9)])
      .when(enter('home', 11, 9))
      .thenNothingHappened()
  })

  it('cannot change a final result, and not that of a team that has withdrawn', () => {
    byCaptains([entered('home', 11, 9), entered('away', 11, 9)])
      .when(enter('home', 11, 8))
      .thenThrows(DomainError, ({ code }) => code === 'RESULT_IS_FINAL')
    byCaptains([])
      .when(enter('home', 11, 8, { isForfeited: true }))
      .thenThrows(DomainError, ({ code }) => code === 'RESULT_IS_FINAL')
  })

  it('enters the score of a game that others have played before a correction', () => {
    byCaptains([entered('home', 11, 9, others), entered('away', 11, 9, others)])
      .when(enter('home', 11, 8))
      .then([entered('home', 11, 8)])
  })

  it.each([
    ['a tie', enter('home', 9, 9), 'TIE_NOT_ALLOWED'],
    ['a score while a side is not known', enter('home', 11, 9, { teams: null }), 'GAME_NOT_READY'],
  ])('cannot enter %s', (_, command, code) => {
    byCaptains([])
      .when(command)
      .thenThrows(DomainError, (error) => error.code === code)
  })

  it('enters a tie where the setting allows that', () => {
    byCaptains([])
      .when(enter('home', 9, 9, { tiesAllowed: true }))
      .then([entered('home', 9, 9)])
  })
})

describe('Staff', () => {
  it('decide a result once', () => {
    byStaff([])
      .when(decide({ score: { home: 11, away: 9 } }))
      .then([decided(11, 9)])
    byStaff([decided(11, 9)])
      .when(decide({ score: { home: 11, away: 9 } }))
      .thenNothingHappened()
  })

  it('let a side forfeit', () => {
    byStaff([decided(11, 9)])
      .when(decide({ forfeit: 'away' }))
      .then([{ type: 'GameForfeited', data: { game: 'A-1 Rec', teams, side: 'away', reason: '' } }])
  })

  it('keep a result for the teams that are in the game now', () => {
    const keep = { type: 'KeepResult', data: { game: { ...facts, teams: others } }, metadata } as const
    const state = [decided(11, 9)].reduce(rules.evolve, rules.initialState())
    expect(rules.keepResult(keep, state)).toEqual([{ type: 'ResultKept', data: { game: 'A-1 Rec', teams: others } }])
    expect(() => rules.keepResult(keep, rules.initialState())).toThrow('no result')
  })
})
