import type { Waiting } from '../platform/changes.ts'
import type { EditionPlatform } from '../platform/edition.ts'
import { teamLists } from './read/teams/query.ts'

/** What of the teams waits for staff. */
export function tournamentWaiting({ current }: Pick<EditionPlatform, 'current'>): () => Promise<readonly Waiting[]> {
  const lists = teamLists(current)
  return async () => {
    const { staff } = await lists()
    const unpaid = staff.filter(({ status, paid }) => status === 'confirmed' && !paid)
    return [
      {
        kind: 'unpaid_teams',
        title: 'Confirmed teams that have not paid',
        names: unpaid.map(({ team_name }) => team_name),
        path: '/registration/teams?status=confirmed&paid=no',
      },
    ]
  }
}
