import { expect, it } from 'vitest'
import { game, side } from './editor/draft.fixture.ts'
import { listScenes } from './wall.tsx'

const first = game('A-1', side('Huck'), side('Yam'), 0)
const second = game('A-2', side('Huck'), side('Pie'), 1)
const at = (time: string) => Date.parse(`2025-11-22T${time}:00-06:00`)
const scenes = (time: string, games = [first, second]) =>
  listScenes({ games, standings: {}, now: at(time) }).map((scene) => [
    scene.title,
    scene.kind === 'games' ? scene.games.map(({ label }) => label) : scene.pools.map(({ name }) => name),
  ])

it('shows the games that are on, and those that begin next', () => {
  expect(scenes('09:30')).toEqual([
    ['Now', ['A-1']],
    ['Next, 10:20 AM', ['A-2']],
  ])
})

it('shows the latest results while no game is on', () => {
  const played = { ...first, status: 'final' as const, score: { home: 11, away: 9 } }
  expect(scenes('10:15', [played, second])).toEqual([
    ['Latest results', ['A-1']],
    ['Next, 10:20 AM', ['A-2']],
  ])
})

it('shows the round that a bracket has come to', () => {
  const semifinal = { ...first, label: 'C-1', stage: 'bracket' as const, pool: null, status: 'final' as const }
  const final = { ...second, label: 'C-2', stage: 'bracket' as const, pool: null }
  expect(scenes('12:00', [semifinal, final])).toEqual([['Bracket, Competitive', ['C-2']]])
})

it('spreads many games evenly over pages, and shows standings with two pools side by side', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...first, id: `${index}`, label: `${index}` }))
  expect(scenes('09:30', many).map(([, labels]) => labels?.length)).toEqual([6, 6])
  const pool = (name: string) => ({ id: name, name, complete: false, rows: [] })
  const standings = { comp: { pools: [pool('Pool A')], tiebreaks: [], ties_in_pools: false } }
  expect(listScenes({ games: [], standings, now: 0 })).toEqual([])
})
