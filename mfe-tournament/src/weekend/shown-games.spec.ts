import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { expect, it } from 'vitest'
import { draft, game, side } from './schedule/editor/draft.fixture.ts'
import { entryAddress, listToPlay } from './schedule/score-sheets.tsx'
import { groupByDay, groupByField, groupByRound, listTeams, sideName } from './shown-games.ts'

const titles = (days: ReturnType<typeof groupByRound>) =>
  days.flatMap(({ groups }) => groups.map(({ title, games }) => [title, games.map(({ label }) => label)]))

it('groups games by round, by field and by the team that plays, without what has no game', () => {
  expect(titles(groupByRound(draft))).toEqual([
    ['9:00 AM', ['A-1']],
    ['10:20 AM', ['A-2']],
  ])
  expect(titles(groupByField(draft))).toEqual([['Field 1', ['A-1', 'A-2']]])
  expect(titles(groupByDay(draft, 'pie'))).toEqual([['Saturday, Nov 22', ['A-2']]])
  expect(groupByDay(draft, 'gone')).toEqual([])
})

it('leaves out games without a place', () => {
  const games = draft.games.map((one) => ({ ...one, round_id: null, field_id: null, start: null, end: null }))
  expect(groupByRound({ ...draft, games })).toEqual([])
  expect(groupByField({ ...draft, games })).toEqual([])
})

it('prints a score sheet, with its address, of each game that is still to be played', () => {
  const [first, second] = draft.games as [Game, Game]
  const labels = (games: Game[]) => listToPlay({ ...draft, games }).map(({ label }) => label)
  expect(labels([first, second])).toEqual(['A-1', 'A-2'])
  expect(labels([{ ...first, status: 'final' }, second])).toEqual(['A-2'])
  expect(labels([first, { ...second, status: 'cancelled' }])).toEqual(['A-1'])
  expect(labels([first, { ...second, start: null }])).toEqual(['A-1'])
  expect(entryAddress('https://example.org', 'a1')).toBe('https://example.org/my-team?game=a1')
})

it('lists each team once, by name, and says what a side comes from that is not known', () => {
  expect(listTeams(draft.games).map(({ name }) => name)).toEqual(['Huck', 'Pie', 'Yam'])
  const final = game('C1', { team: null, from: 'Winner of A-1' }, side('Pie'), 1)
  expect([sideName(final.home), sideName(final.away), sideName({ team: null, from: '' })]).toEqual([
    'Winner of A-1',
    'Pie',
    'To be decided',
  ])
  expect(listTeams([final])).toEqual([{ id: 'pie', name: 'Pie', division: 'comp' }])
})
