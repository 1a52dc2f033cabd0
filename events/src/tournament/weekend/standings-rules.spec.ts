import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import type { StandingsEvent } from './events.ts'
import { type Tiebreak, tiebreaks } from './standings.ts'
import * as rules from './standings-rules.ts'

const metadata = { now: new Date('2025-11-22T16:00:00Z') }
const refused = (code: string) => (error: DomainError) => error.code === code

const pointsFirst: Tiebreak[] = ['wins', ...tiebreaks.filter((one) => one !== 'wins').toReversed()]
const changed = (order: readonly Tiebreak[], ties = false): StandingsEvent => ({
  type: 'TiebreaksChanged',
  data: { tiebreaks: [...order], ties_in_pools: ties },
})
const decided = (order: string[], pool = 'a'): StandingsEvent => ({
  type: 'TieDecided',
  data: { pool: { id: pool, name: 'Pool A' }, order, reason: 'A coin was tossed.' },
})

describe('Changing the order of the criteria', () => {
  const given = DeciderSpecification.for(rules.changeTiebreaksDecider)
  const change = (order: readonly Tiebreak[], tiesInPools?: boolean): rules.ChangeTiebreaks => ({
    type: 'ChangeTiebreaks',
    data: { tiebreaks: order, tiesInPools },
    metadata,
  })

  it('happens once', () => {
    given([])
      .when(change(pointsFirst))
      .then([changed(pointsFirst)])
    given([changed(pointsFirst)])
      .when(change(pointsFirst))
      .thenNothingHappened()
    given([]).when(change(tiebreaks)).thenNothingHappened()
  })

  it('allows ties in pools, and leaves that as it is where the command has nothing about it', () => {
    given([])
      .when(change(tiebreaks, true))
      .then([changed(tiebreaks, true)])
    given([changed(tiebreaks, true)])
      .when(change(pointsFirst))
      .then([changed(pointsFirst, true)])
  })

  it.each([
    ['wins are not the first', [...tiebreaks.slice(1), 'wins']],
    ['one is missing', tiebreaks.slice(0, -1)],
    ['one is there twice', [...tiebreaks.slice(0, -1), 'wins']],
  ] as const)('is refused where %s', (_, order) => {
    given([])
      .when(change(order as Tiebreak[]))
      .thenThrows(DomainError, refused('TIEBREAKS'))
  })
})

describe('Deciding a tie', () => {
  const given = DeciderSpecification.for(rules.decideTieDecider)
  const decide = (order: readonly string[], pool = 'a'): rules.DecideTie => {
    const tied = [
      ['huck', 'becky', 'joe'],
      ['sid', 'tom'],
    ]
    return {
      type: 'DecideTie',
      data: { pool: { id: pool, name: 'Pool A' }, order, reason: 'A coin was tossed.', tied },
      metadata,
    }
  }

  it('orders the teams that share a rank, once, and otherwise later', () => {
    given([])
      .when(decide(['joe', 'huck', 'becky']))
      .then([decided(['joe', 'huck', 'becky'])])
    given([decided(['joe', 'huck', 'becky'])])
      .when(decide(['joe', 'huck', 'becky']))
      .thenNothingHappened()
    given([decided(['joe', 'huck', 'becky'])])
      .when(decide(['huck', 'joe', 'becky']))
      .then([decided(['huck', 'joe', 'becky'])])
  })

  it('counts the last decision about the same teams of the same pool', () => {
    given([decided(['sid', 'tom']), decided(['tom', 'sid'])])
      .when(decide(['sid', 'tom']))
      .then([decided(['sid', 'tom'])])
    given([decided(['sid', 'tom']), decided(['joe', 'huck', 'becky']), decided(['tom', 'sid'], 'b')])
      .when(decide(['sid', 'tom']))
      .thenNothingHappened()
    given([decided(['sid', 'tom'], 'b')])
      .when(decide(['sid', 'tom']))
      .then([decided(['sid', 'tom'])])
  })

  it.each([
    ['some of them', ['joe', 'huck']],
    ['others too', ['joe', 'huck', 'becky', 'sid']],
    ['teams of two ranks', ['joe', 'sid']],
  ])('is refused for %s', (_, order) => {
    given([]).when(decide(order)).thenThrows(DomainError, refused('NOT_TIED'))
  })
})

describe('Putting the rules back', () => {
  const given = DeciderSpecification.for(rules.putBackStandingsRulesDecider)
  const before: rules.StandingsRules = {
    tiebreaks: pointsFirst,
    tiesInPools: true,
    decisions: [{ pool: 'a', order: ['sid', 'tom'] }],
  }
  const putBack: StandingsEvent = {
    type: 'StandingsRulesPutBack',
    data: { tiebreaks: pointsFirst, ties_in_pools: true, decisions: [{ pool: 'a', order: ['sid', 'tom'] }] },
  }
  const command: rules.PutBackStandingsRules = { type: 'PutBackStandingsRules', data: { rules: before }, metadata }

  it('makes them what they were before, with all decisions', () => {
    given([decided(['huck', 'joe'])])
      .when(command)
      .then([putBack])
  })

  it('changes nothing where they are so', () => {
    given([putBack]).when(command).thenNothingHappened()
    given([changed(pointsFirst, true), decided(['sid', 'tom'])])
      .when(command)
      .thenNothingHappened()
  })
})
