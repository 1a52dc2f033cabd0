import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type NoteContactsShown, noteContactsShownDecider } from '@ultimate/events/tournament/note-contacts.ts'
import type { TeamPage } from '@ultimate/events/tournament/team-api.ts'
import type { Edition } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { noteLook } from '../../../platform/note-look.ts'
import { shownNotes } from '../../../platform/staff-notes.ts'
import { readOwnBid } from '../own-bid.query.ts'
import type { TeamRow } from './teams.view.ts'

type Row = Pick<TeamRow, 'created_at' | 'email_confirmed' | 'entered_by_staff' | 'removed' | 'notes' | 'version'> & {
  by_hand: boolean
}

/** Returns a bid with everything that staff see, even if it was removed; null if there is none. */
export async function readTeamPage(
  current: Edition,
  id: string,
): Promise<{ readonly team: TeamPage; readonly version: number } | null> {
  const { sql, edition } = current
  const [own, [row]] = await Promise.all([
    readOwnBid(current, id),
    sql<
      Row[]
    >`select created_at, email_confirmed, entered_by_staff, removed, notes, status is not null as by_hand, version
      from teams where id = ${id} and edition = ${edition}`,
  ])
  if (!own || !row) return null
  const { bid, division, number, status, paid } = own
  const team: TeamPage = {
    id: own.id,
    team_name: bid.teamName,
    past_team_names: bid.pastTeamNames,
    division,
    location: bid.location,
    captain_name: bid.captainName,
    captain_email: bid.captainEmail,
    captain_phone: bid.captainPhone,
    alt_captain_name: bid.altCaptainName,
    alt_captain_email: bid.altCaptainEmail,
    alt_captain_phone: bid.altCaptainPhone,
    comments: bid.comments,
    created_at: row.created_at.toISOString(),
    number,
    status,
    paid,
    email_confirmed: row.email_confirmed,
    by_hand: row.by_hand,
    ...(row.entered_by_staff && { entered_by_staff: true }),
    removed: row.removed,
    notes: shownNotes(row.notes),
  }
  return { team, version: row.version }
}

/**
 * Returns a bid with everything that staff see, and records that the caller looked at it.
 *
 * @throws TEAM_NOT_FOUND
 */
export async function openTeam(platform: Platform, teamId: string, context: CommandContext) {
  const page = (await readTeamPage(platform.current, teamId)) ?? tournamentErrors.fail('TEAM_NOT_FOUND')
  const { division } = page.team
  const commandFor = (looks: number): NoteContactsShown => ({
    type: 'NoteContactsShown',
    data: { division, teamId, looks },
    metadata: { now: context.now },
  })
  const stream = `contacts-${context.actor.id}.${teamId}`
  await noteLook(platform, { stream, decider: noteContactsShownDecider, commandFor }, context)
  return page
}

export function readTeamRoute(platform: Platform): Route {
  return route(tournamentApi.readTeam, async ({ params: { id } }, { command: context }) => {
    const { team, version } = await openTeam(platform, id, context)
    return { status: 200, body: { team }, version }
  })
}
