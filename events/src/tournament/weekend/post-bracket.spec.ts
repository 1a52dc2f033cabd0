import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../../language/decider-specification.fixture.ts'
import { DomainError } from '../../language/domain-error.ts'
import type { Seed } from './bracket.ts'
import type { ScheduleEvent } from './events.ts'
import {
  type MakeBracket,
  makeBracket,
  makeBracketDecider,
  type PostBracket,
  postBracketDecider,
  type UnpostBracket,
  unpostBracketDecider,
} from './post-bracket.ts'
import { fold, metadata } from './schedule.fixture.ts'

const makeSeeds = (teams: number): Seed[] =>
  Array.from({ length: teams }, (_, index) => ({ pool: 'a', letter: 'A', rank: index + 1 }))

const make = (data: Partial<MakeBracket['data']> = {}): MakeBracket => {
  let number = 0
  const newId = () => `game ${++number}`
  const all = { division: 'comp', seeds: makeSeeds(4), open: {}, played: new Set<string>(), newId, ...data } as const
  return { type: 'MakeBracket', data: all, metadata }
}
const made = (data: Partial<MakeBracket['data']> = {}): ScheduleEvent[] => makeBracket(make(data), fold([]))
const post: PostBracket = { type: 'PostBracket', data: { division: 'comp' }, metadata }
const unpost: UnpostBracket = { type: 'UnpostBracket', data: { division: 'comp' }, metadata }
const posted: ScheduleEvent = { type: 'BracketPosted', data: { division: 'comp' } }
const unposted: ScheduleEvent = { type: 'BracketUnposted', data: { division: 'comp' } }
const refused = (code: string) => (error: DomainError) => error.code === code

describe('Making a bracket', () => {
  const given = DeciderSpecification.for(makeBracketDecider)

  it('plans a game for every place, the final last, in the last rounds of the last day', () => {
    expect(made()).toMatchObject([
      {
        type: 'BracketMade',
        data: {
          division: 'comp',
          size: 4,
          rounds: [
            ['game 1', 'game 2'],
            ['game 3', 'game 4'],
          ],
          games: [
            { label: 'C1', home: { label: 'A1' }, away: { label: 'A4' }, round: '2025-11-23-4', field: 'field-1' },
            { label: 'C2', home: { label: 'A2' }, away: { label: 'A3' }, round: '2025-11-23-4', field: 'field-2' },
            { label: 'C3', home: { winner_of: 'game 1' }, round: '2025-11-23-5', field: 'field-1' },
            { label: 'C4', home: { loser_of: 'game 1' }, round: '2025-11-23-5', field: 'field-2' },
          ],
        },
      },
    ])
  })

  it('replaces the bracket of the division, as if that had no games', () => {
    given(made()).when(make()).then(made())
  })

  it('leaves the places of the other division to it', () => {
    const schedule = fold(made({ division: 'rec' }))
    const { games } = fold(makeBracket(make(), schedule), schedule).draft
    expect(games.slice(0, 4).map(({ round, field }) => `${round} ${field}`)).toEqual([
      '2025-11-23-4 field-3',
      '2025-11-23-4 field-4',
      '2025-11-23-5 field-3',
      '2025-11-23-5 field-4',
    ])
  })

  it('is refused once a game of it has a result, but not for one of the other division', () => {
    const played = new Set(['game 1'])
    given(made()).when(make({ played })).thenThrows(DomainError, refused('BRACKET_STARTED'))
    expect(makeBracket(make({ played }), fold(made({ division: 'rec' })))).toHaveLength(1)
  })

  it('is refused while standings lack something, and with the sentences about that', () => {
    const open = { 'Pool A': 'A-2 has no result.' }
    given([])
      .when(make({ open }))
      .thenThrows(DomainError, (error) => error.code === 'STANDINGS_OPEN' && error.fields === open)
  })

  it.each([3, 21])('is refused for %i teams', (teams) => {
    given([])
      .when(make({ seeds: makeSeeds(teams) }))
      .thenThrows(DomainError, refused('BRACKET_TEAMS'))
  })
})

describe('Posting a bracket', () => {
  const given = DeciderSpecification.for(postBracketDecider)

  it('happens once', () => {
    given(made()).when(post).then([posted])
    given([...made(), posted])
      .when(post)
      .thenNothingHappened()
    given([...made(), posted, unposted])
      .when(post)
      .then([posted])
  })

  it('is refused where there is none', () => {
    given([]).when(post).thenThrows(DomainError, refused('NO_BRACKET'))
    given(made({ division: 'rec' }))
      .when(post)
      .thenThrows(DomainError, refused('NO_BRACKET'))
  })

  it('is refused while two games of the draft are on one field at a time', () => {
    const onto = (game: string, field: string): ScheduleEvent => ({
      type: 'GamePlaced',
      data: { game, round: '2025-11-23-4', field },
    })
    given([...made(), onto('game 2', 'field-1')])
      .when(post)
      .thenThrows(DomainError, refused('SCHEDULE_HAS_CONFLICTS'))
  })
})

describe('Unposting a bracket', () => {
  const given = DeciderSpecification.for(unpostBracketDecider)

  it('hides it, and changes nothing where it is not posted', () => {
    given([...made(), posted])
      .when(unpost)
      .then([unposted])
    given(made()).when(unpost).thenNothingHappened()
    given([]).when(unpost).thenNothingHappened()
  })
})
