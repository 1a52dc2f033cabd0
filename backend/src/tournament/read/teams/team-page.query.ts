import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type NoteContactsShown, noteContactsShownDecider } from '@ultimate/events/tournament/disclosure.ts'
import { type BidForm, formFields, type SnakeCase, toSnakeCase } from '@ultimate/events/tournament/registration.ts'
import type { TeamPage } from '@ultimate/events/tournament/team-api.ts'
import type { Edition } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { noteLook } from '../../../platform/note-look.ts'
import { shownNotes } from '../../../platform/staff-notes.ts'
import { readBidWithRow } from '../own-bid.query.ts'

/** Returns a bid with everything that staff see, even if it was removed; null if there is none. */
export async function readTeamPage(
  current: Edition,
  id: string,
): Promise<{ readonly team: TeamPage; readonly version: number } | null> {
  const bid = await readBidWithRow(current, id)
  if (!bid) return null
  const { row, own } = bid
  const team: TeamPage = {
    id: row.id,
    division: row.division,
    ...toAnswer(own.bid),
    created_at: row.created_at.toISOString(),
    number: own.number,
    status: own.status,
    paid: row.paid,
    email_confirmed: row.email_confirmed,
    by_hand: row.status !== null,
    ...(row.entered_by_staff && { entered_by_staff: true }),
    removed: row.removed,
    notes: shownNotes(row.notes),
  }
  return { team, version: row.version }
}

const toAnswer = (bid: BidForm) =>
  Object.fromEntries(formFields.map((field) => [toSnakeCase(field), bid[field]])) as Record<
    SnakeCase<keyof BidForm>,
    string
  >

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
  return route(tournamentApi.readTeam, async ({ params: { id } }, { commandContext: context }) => {
    const { team, version } = await openTeam(platform, id, context)
    return { status: 200, body: { team }, version }
  })
}
