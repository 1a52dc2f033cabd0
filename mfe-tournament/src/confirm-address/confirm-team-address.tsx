import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import type { ShownTeam } from '../teams/team-list.ts'
import styles from '../teams/team-row.module.css'
import { showInList, teamsKey } from '../teams/teams-query.ts'

/** For TD and admin, when a captain gets no mail but was reached in another way. */
export function ConfirmTeamAddress({ team }: { readonly team: ShownTeam }) {
  const { run, isPending, waiting, message } = useConfirmTeamAddress(team.id)
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        className={styles['confirm']}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Confirm address
        <VisuallyHidden>: {team.team_name}</VisuallyHidden>
      </Button>
      <WaitsForConnection waiting={waiting} />
      {message && (
        <p className={styles['error']} role="alert">
          {message}
        </p>
      )}
    </>
  )
}

/** Confirms the captain's address by hand, so that the bid counts. */
function useConfirmTeamAddress(id: string) {
  return useCommand<void, { readonly team: ShownTeam; readonly key: string }>({
    place: `confirm-address-${id}`,
    send: async (_, idempotencyKey) => {
      const { team } = await call('POST /api/teams/{id}/confirm-address', { params: { id } }, { idempotencyKey })
      return { team, key: idempotencyKey }
    },
    failed: (error) => messageOrStatus(error, 'Failed to confirm the address'),
    onDone: async ({ team, key }) => {
      await showInList(team, key)
      // The order of the teams behind it may have changed.
      await refresh(teamsKey)
    },
  })
}
