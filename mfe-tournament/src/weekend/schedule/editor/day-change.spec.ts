import { expect, it } from 'vitest'
import { writeAnnouncement } from './day-change.ts'
import { date, draft, rounds } from './draft.fixture.ts'

const from = `${date}T11:00:00-06:00`

it.each([
  [{ kind: 'delay', from, minutes: 45 }, 'Saturday, Nov 22: games from 11:00 AM on begin 45 minutes later.'],
  [{ kind: 'delay', from, minutes: -10 }, 'Saturday, Nov 22: games from 11:00 AM on begin 10 minutes earlier.'],
  [{ kind: 'cancellation', round_id: rounds[1]?.id ?? '' }, 'Saturday, Nov 22: the games of 10:20 AM are canceled.'],
  [
    { kind: 'shortening', from, game_minutes: 50, slot_minutes: 60 },
    'Saturday, Nov 22: games from 11:00 AM on last 50 minutes, and a round begins every 60 minutes.',
  ],
] as const)('offers an announcement of %o', (wanted, text) => expect(writeAnnouncement(wanted, draft.days)).toBe(text))
