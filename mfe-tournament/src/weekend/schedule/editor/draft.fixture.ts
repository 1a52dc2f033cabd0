import type { Game, ScheduleDraft, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'

export const date = '2025-11-22'
const times = [
  ['09:00', '10:10'],
  ['10:20', '11:30'],
] as const
export const rounds = times.map(([start, end], index) => ({
  id: `${date}-${index + 1}`,
  start: `${date}T${start}:00-06:00`,
  end: `${date}T${end}:00-06:00`,
}))
export const side = (name: string): Side => ({ team: { id: name.toLowerCase(), name }, from: '' })

export const game = (label: string, home: Side, away: Side, round: number): Game => ({
  id: label,
  division: 'comp',
  stage: 'pool',
  pool: 'Pool A',
  label,
  plays_to: 11,
  round_id: rounds[round]?.id ?? null,
  field_id: 'field-1',
  start: rounds[round]?.start ?? null,
  end: rounds[round]?.end ?? null,
  home,
  away,
  status: 'scheduled',
  score: null,
  forfeit: null,
  places: null,
  flag: null,
  version: 0,
})

/** A day of two rounds with a game each, on two fields. */
export const draft: ScheduleDraft = {
  settings: {
    fields: ['Field 1', 'Field 2'],
    days: [{ date, first_start: '09:00', rounds: 2 }],
    game_minutes: 70,
    slot_minutes: 80,
    max_in_a_row: 2,
    min_rest_minutes: 10,
  },
  days: [{ date, rounds }],
  fields: [
    { id: 'field-1', name: 'Field 1' },
    { id: 'field-2', name: 'Field 2' },
  ],
  games: [game('A-1', side('Huck'), side('Yam'), 0), game('A-2', side('Huck'), side('Pie'), 1)],
  unplaced: [],
  conflicts: [],
  day_changes: [],
  published: true,
  version: 3,
}
