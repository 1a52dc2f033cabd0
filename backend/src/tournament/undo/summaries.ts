import type { Team } from '@ultimate/events/tournament/bid.ts'
import * as team from '@ultimate/events/tournament/bid.ts'
import { textsByUndoUnit } from '@ultimate/events/tournament/bid-contents.ts'
import type { Pools } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import { placeLabel } from '@ultimate/events/tournament/pools/pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import * as game from '@ultimate/events/tournament/weekend/game.ts'
import { scoreWords } from '@ultimate/events/tournament/weekend/game-words.ts'
import { clockTime, findTime, nameGame, type PlannedGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Schedule } from '@ultimate/events/tournament/weekend/schedule.ts'
import * as spirit from '@ultimate/events/tournament/weekend/spirit.ts'
import type { StandingsRules } from '@ultimate/events/tournament/weekend/standings-rules.ts'
import { summarizeNotes } from '../../platform/staff-notes.ts'
import type { StateSummary } from '../../platform/undo.ts'

const statusNames = {
  confirmed: 'confirmed',
  waitlist: 'on the waitlist',
  'by-order': 'by order of registration',
} as const

export function summarizeTeam(state: Team): StateSummary {
  if (state.status === 'unregistered') return { Registration: 'none' }
  const { status, bidStatus, paid, awaitsConfirmation, bid, division, notes } = state
  return {
    Registration: status,
    Status: statusNames[bidStatus],
    Payment: paid ? 'paid' : 'not paid',
    Seed: String(team.seedOf(state) ?? 'none'),
    Address: awaitsConfirmation ? 'not confirmed' : 'confirmed',
    ...textsByUndoUnit({ ...bid, division }),
    ...summarizeNotes(notes),
  }
}

export function summarizePools({ draft, published }: Pools): StateSummary {
  const listPlaces = (name: string, list: readonly SavedPool[]) => ({
    [name]: list.length === 0 ? 'no pools' : list.map((pool) => `${pool.name} (${pool.size})`).join(', '),
    ...Object.fromEntries(
      list.flatMap((pool) =>
        pool.teams.flatMap((id, position) =>
          id === null ? [] : [[`${name}, ${placeLabel(pool.name, position)}`, { stream: team.teamStream(id) }]],
        ),
      ),
    ),
  })
  return { ...(draft ? listPlaces('Draft', draft) : { Draft: 'none' }), ...listPlaces('On the site', published) }
}

export function summarizeSchedule({ draft, published, delays, brackets, withdrawn }: Schedule): StateSummary {
  const { settings, games } = draft
  const fieldNames = new Map(settings.fields.map(({ id, name }) => [id, name]))
  const describePlace = (planned: PlannedGame) => {
    const time = findTime(planned, draft)
    if (!time) return 'without a place'
    const place = `${fieldNames.get(planned.field ?? '')}, ${clockTime(time.start)} to ${clockTime(time.end)}`
    return planned.cancelled ? `${place}, canceled` : place
  }
  return {
    Fields: settings.fields.map(({ name }) => name).join(', '),
    Days: settings.days
      .map(({ date, first_start, rounds }) => `${date} from ${first_start}, ${rounds} rounds`)
      .join('; '),
    'Minutes of a game': String(settings.game_minutes),
    'Minutes of a round': String(settings.slot_minutes),
    'Games in a row': String(settings.max_in_a_row),
    'Minutes of rest': String(settings.min_rest_minutes),
    Games: String(games.length),
    ...Object.fromEntries(games.map((planned) => [`Game ${nameGame(planned)}`, describePlace(planned)])),
    'On the site': published ? 'published' : 'not published',
    'Changes of a day': String(delays.length),
    ...Object.fromEntries(
      divisions.flatMap((division) => {
        const bracket = brackets[division]
        return bracket ? [[`Bracket, ${divisionLabels[division]}`, bracket.posted ? 'posted' : 'not posted']] : []
      }),
    ),
    ...Object.fromEntries(
      withdrawn.map((id, index) => [`Out of its games ${index + 1}`, { stream: team.teamStream(id) }]),
    ),
  }
}

export function summarizeGame(state: game.GameState): StateSummary {
  const { status, score, forfeit } = game.computeResult(state)
  const describeScore = (entered: game.Score | null) => (entered ? scoreWords(entered) : 'none')
  const side = (name: game.SideName): StateSummary =>
    state.teams ? { [`Team, ${name}`]: { stream: team.teamStream(state.teams[name]) } } : {}
  return {
    Result: forfeit ? `forfeited by the ${forfeit} team` : describeScore(score),
    Status: status,
    'Entered, home': describeScore(state.entries.home),
    'Entered, away': describeScore(state.entries.away),
    ...side('home'),
    ...side('away'),
  }
}

export function summarizeStandingsRules({ tiebreaks, tiesInPools, decisions }: StandingsRules): StateSummary {
  return {
    Criteria: tiebreaks.join(', ').replaceAll('_', ' '),
    'Ties in pools': tiesInPools ? 'allowed' : 'not allowed',
    ...Object.fromEntries(
      decisions.flatMap(({ order }, tie) =>
        order.map((id, rank) => [`Decided tie ${tie + 1}, ${rank + 1}`, { stream: team.teamStream(id) }]),
      ),
    ),
  }
}

export function summarizeSpiritSheet({ sheet }: spirit.SpiritState): StateSummary {
  if (!sheet) return { Sheet: 'none' }
  return {
    Sheet: `${spirit.computeTotal(sheet)} of 20`,
    ...Object.fromEntries(spirit.spiritKeys.map((key) => [spirit.spiritQuestions[key], String(sheet[key])])),
    Comment: sheet.comment,
    About: { stream: team.teamStream(sheet.opponent) },
  }
}
