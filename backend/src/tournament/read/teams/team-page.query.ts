import type { TeamPage } from '@ultimate/events/tournament/team-page-api.ts'
import type { Edition } from '../../../platform/edition.ts'
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
