import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { DayChangeKind } from '@ultimate/events/tournament/weekend/plan-times.ts'
import type { Shifted } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { dayName, type ShownGames } from '../../shown-games.ts'

/** The requested change; an invalid number is left for the server to report. */
export type WantedChange =
  | { readonly kind: 'delay'; readonly from: string; readonly minutes: number }
  | { readonly kind: 'cancellation'; readonly round_id: string }
  | { readonly kind: 'shortening'; readonly from: string; readonly game_minutes: number; readonly slot_minutes: number }

/** The games that a change moves or cancels, in a preview or after it. */
export interface ChangedGames {
  readonly moved: Shifted['moved']
  readonly cancelled: readonly string[]
  readonly problems: readonly string[]
}

/** Changes the day, or only previews the change. */
export async function changeDay(
  wanted: WantedChange,
  { preview, key }: { readonly preview: boolean; readonly key: string },
): Promise<ChangedGames> {
  const options = { idempotencyKey: key }
  switch (wanted.kind) {
    case 'delay': {
      const { from, minutes } = wanted
      const answer = await call('POST /api/schedule/shift', { body: { from, minutes, preview } }, options)
      return { ...answer, cancelled: [] }
    }
    case 'cancellation': {
      const { round_id } = wanted
      return { ...(await call('POST /api/schedule/cancel', { body: { round_id, preview } }, options)), moved: [] }
    }
    case 'shortening': {
      const { from, game_minutes, slot_minutes } = wanted
      const body = { from, game_minutes, slot_minutes, preview }
      return { ...(await call('POST /api/schedule/shorten', { body }, options)), cancelled: [] }
    }
  }
}

/** Returns the announcement of a change for everybody, to be published by staff who agree. */
export function writeAnnouncement(wanted: WantedChange, days: ShownGames['days']): string {
  if (wanted.kind === 'cancellation') {
    const round = days.flatMap(({ rounds }) => rounds).find(({ id }) => id === wanted.round_id)
    return round ? `${dayName(round.start.slice(0, 10))}: the games of ${clockTime(round.start)} are canceled.` : ''
  }
  const games = `${dayName(wanted.from.slice(0, 10))}: games from ${clockTime(wanted.from)} on`
  if (wanted.kind === 'shortening')
    return `${games} last ${wanted.game_minutes} minutes, and a round begins every ${wanted.slot_minutes} minutes.`
  const { minutes } = wanted
  return `${games} begin ${Math.abs(minutes)} minutes ${minutes < 0 ? 'earlier' : 'later'}.`
}

export const countGames = (count: number): string => (count === 1 ? '1 game' : `${count} games`)

interface ChangeWords {
  /** The words in the choice of what to do. */
  readonly choice: string
  readonly hint: string
  /** The words on the button that does it. */
  readonly act: (games: string) => string
  readonly done: (games: string) => string
  /** The heading over the games of the preview. */
  readonly heading: (count: number) => string
  readonly none: string
  readonly undo: string
  readonly undone: string
}

export const changeWords: Readonly<Record<DayChangeKind, ChangeWords>> = {
  delay: {
    choice: 'Later',
    hint: 'Games of that day which begin at this time or later move.',
    act: (games) => `Move ${games}`,
    done: (games) => `${games} moved.`,
    heading: (count) => `${countGames(count)} ${count === 1 ? 'moves' : 'move'}`,
    none: 'No game begins then or later on that day.',
    undo: 'Undo last delay',
    undone: 'The last delay is undone.',
  },
  cancellation: {
    choice: 'Cancel a round',
    hint: 'Its games keep their place on the schedule, marked as canceled.',
    act: (games) => `Cancel ${games}`,
    done: (games) => `${games} canceled.`,
    heading: (count) => `${countGames(count)} ${count === 1 ? 'is' : 'are'} canceled`,
    none: 'This round has no game left to cancel.',
    undo: 'Undo last cancellation',
    undone: 'The round is played after all.',
  },
  shortening: {
    choice: 'Shorter games',
    hint: 'The first round from this time on begins as planned; those after it follow faster.',
    act: (games) => `Change ${games}`,
    done: (games) => `${games} changed.`,
    heading: (count) => `${countGames(count)} ${count === 1 ? 'changes' : 'change'}`,
    none: 'No game changes.',
    undo: 'Undo shorter games',
    undone: 'The games have their earlier times again.',
  },
}
