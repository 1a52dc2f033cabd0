import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import type { SpiritEvent } from './events.ts'
import {
  averageSpirit,
  computeTotal,
  type GiveSpirit,
  giveSpiritDecider,
  type PutBackSpirit,
  parseSheet,
  putBackSpiritDecider,
  type Sheet,
  spiritStream,
} from './spirit.ts'

const sheet: Sheet = {
  opponent: 'becky',
  rules: 2,
  fouls: 3,
  fairness: 2,
  attitude: 4,
  communication: 2,
  comment: 'Cider!',
}
const zeros: Sheet = { ...sheet, rules: 0, fouls: 0, fairness: 0, attitude: 0, communication: 0, comment: '' }
const metadata = { now: new Date('2025-11-22T18:00:00.000Z') }
const words = { game: 'A-1 Rec', team: 'huck' }
const given = (of: Sheet): SpiritEvent => ({ type: 'SpiritGiven', data: { ...words, ...of } })
const takenBack: SpiritEvent = { type: 'SpiritTakenBack', data: { ...words, opponent: 'becky' } }
const give = (of: Sheet, isBegun = true): GiveSpirit => ({
  type: 'GiveSpirit',
  data: { ...words, sheet: of, isBegun },
  metadata,
})
const putBack = (to: Sheet | null): PutBackSpirit => ({
  type: 'PutBackSpirit',
  data: { ...words, opponent: 'becky', sheet: to },
  metadata,
})

describe('A spirit sheet', () => {
  const after = DeciderSpecification.for(giveSpiritDecider)

  it('is given once, also with all zeros, and again where it is another one', () => {
    after([])
      .when(give(sheet))
      .then([given(sheet)])
    after([])
      .when(give(zeros))
      .then([given(zeros)])
    after([given(sheet)])
      .when(give(sheet))
      .then([])
    after([given(sheet)])
      .when(give({ ...sheet, rules: 3 }))
      .then([given({ ...sheet, rules: 3 })])
    after([given(sheet), takenBack])
      .when(give(sheet))
      .then([given(sheet)])
  })

  it('waits until the game has begun', () => {
    after([])
      .when(give(sheet, false))
      .thenThrows(DomainError, (error) => error.code === 'GAME_NOT_BEGUN')
  })

  it('is put back to what it was', () => {
    const before = DeciderSpecification.for(putBackSpiritDecider)
    before([given(sheet)])
      .when(putBack(null))
      .then([takenBack])
    before([given(sheet), given(zeros)])
      .when(putBack(sheet))
      .then([given(sheet)])
    before([given(sheet)])
      .when(putBack(sheet))
      .then([])
    before([]).when(putBack(null)).then([])
  })

  it('has a stream for each game and team', () => {
    const of = { game: '6f9619ff-8b86-4011-b42d-00c04fc96401', team: '6f9619ff-8b86-4011-b42d-00c04fc96402' }
    expect(parseSheet(spiritStream(of))).toEqual(of)
  })
})

describe('The average of a team', () => {
  it('is that of all sheets about it, the best team first', () => {
    const averages = averageSpirit([sheet, zeros, { ...sheet, opponent: 'joe', rules: 3 }])
    expect(averages.map(({ team, sheets, rules, total }) => [team, sheets, rules, total])).toEqual([
      ['joe', 1, 3, 14],
      ['becky', 2, 1, 6.5],
    ])
    expect(computeTotal(sheet)).toBe(13)
  })
})
