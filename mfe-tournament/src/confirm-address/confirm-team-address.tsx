import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/visually-hidden.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient, useMutation } from '@ultimate/kit/request/query.ts'
import type { KnownTeam } from '../teams/team-list.ts'
import styles from '../teams/team-row.module.css'
import { sentenceOf, showInList, teamsKey } from '../teams/teams-query.ts'

/** For TD and admin, when a captain gets no mail but was reached in another way. */
export function ConfirmTeamAddress({ team }: { readonly team: KnownTeam }) {
  const { mutate, isPending, error } = useConfirmTeamAddress(team.id)
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        className={styles['confirm']}
        busy={isPending}
        onClick={() => mutate()}
      >
        Confirm address
        <VisuallyHidden>: {team.team_name}</VisuallyHidden>
      </Button>
      {error && (
        <p className={styles['error']} role="alert">
          {sentenceOf(error, 'Failed to confirm the address')}
        </p>
      )}
    </>
  )
}

/** Confirms the captain's address by hand, so that the bid counts. */
function useConfirmTeamAddress(id: string) {
  return useMutation({
    mutationFn: () => call('POST /api/teams/{id}/confirm-address', { params: { id } }),
    onSuccess: async ({ team }) => {
      await showInList(team)
      // The order of the teams behind it may have changed.
      await queryClient.invalidateQueries({ queryKey: teamsKey })
    },
  })
}
