import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { type NoteContactsShown, noteContactsShownDecider } from '@ultimate/events/tournament/note-contacts.ts'
import type { Platform } from '../../platform/module.ts'
import { noteLook } from '../../platform/note-look.ts'
import { readTeamPage } from '../read/teams/team-page.query.ts'

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
