import { decideStatus } from '@ultimate/events/tournament/bid.ts'
import { isSameSituation } from '@ultimate/events/tournament/notify-captain.ts'
import { choiceLabels, type StatusChoice, statusChoices, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { DataCell } from '@ultimate/kit/components/display/data-table.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { isCounted, type ShownTeam } from './team-list.ts'
import styles from './team-table.module.css'
import { showInList, teamsKey } from './teams-query.ts'

/**
 * The controls of TD and admin. They show the server's state, and ignore input while a change is sent. They are not disabled,
 * because a disabled control loses the focus.
 */
export function StaffCells({ team }: { readonly team: ShownTeam }) {
  const { run, isPending, waiting, subject, message } = useUpdateTeam(team)
  const update = (change: TeamChange) => isPending || run(change)
  return (
    <>
      <DataCell className={styles['setStatus']}>
        <SelectField
          compact
          label={`Status of ${team.team_name}`}
          value={team.status}
          aria-disabled={isPending}
          onValueChange={(value) => update({ status: statusChoices.find((choice) => choice === value) })}
        >
          {listStatusChoices(team).map((choice) => (
            <option key={choice} value={choice}>
              {choiceLabels[choice]}
            </option>
          ))}
        </SelectField>
        {!isCounted(team) && <ConfirmTeamAddress team={team} />}
        <WaitsForConnection waiting={waiting} message={message} look="small" className={styles['waiting']}>
          {subject && describeChange(subject)}
        </WaitsForConnection>
      </DataCell>
      <DataCell className={styles['paid']}>
        <Checkbox
          label={
            <>
              <span className={styles['paidWord']}>Paid</span>
              <VisuallyHidden>: {team.team_name}</VisuallyHidden>
            </>
          }
          checked={team.paid}
          aria-disabled={isPending}
          onCheckedChange={(checked) => update({ paid: checked })}
        />
      </DataCell>
    </>
  )
}

interface TeamChange {
  readonly status?: StatusChoice | undefined
  readonly paid?: boolean
}

/** Lists the current status, and the choices that would change something. */
const listStatusChoices = ({ by_hand, status }: ShownTeam): readonly StatusChoice[] =>
  statusChoices.filter(
    (choice) => choice === status || decideStatus(choice, { bidStatus: by_hand ? status : 'by-order' }).length > 0,
  )

/** Names the change that waits, because the controls show the server's state. */
function describeChange({ status, paid }: TeamChange): string {
  if (status !== undefined) return choiceLabels[status]
  return paid ? 'Paid' : 'Not paid'
}

function describeDone({ status, paid }: TeamChange, newStatus: TeamStatus): string {
  if (status !== undefined) {
    const statusWords = newStatus === 'confirmed' ? 'is confirmed' : 'is on the waitlist'
    return status === 'by-order' ? `${statusWords} by order of registration again` : statusWords
  }
  return paid ? 'is marked as paid' : 'is marked as not paid'
}

/** Sets a team's status or paid mark. The list shows it once the server has accepted it. */
function useUpdateTeam(before: ShownTeam) {
  const { id } = before
  return useCommand({
    // Its own place, because the row is unmounted while the filter hides it.
    place: `update-team-${id}`,
    entity: `team-${id}`,
    send: async (body: TeamChange, idempotencyKey) => {
      const { team } = await call('PUT /api/teams/{id}', { params: { id }, body }, { idempotencyKey })
      return { team, key: idempotencyKey }
    },
    failed: (error) => messageOrStatus(error, 'Failed to update team'),
    // The answer does not report `by_hand`, so it is derived from the change.
    onDone: async ({ team, key }, change) => {
      const isMailed = isCounted(before) && !isSameSituation(before, team)
      await showInList({ ...team, ...(change.status && { by_hand: change.status !== 'by-order' }) }, key)
      const mailWords = emailsTo(isMailed ? 1 : 0, 'the captain')
      toast.success(`${team.team_name} ${describeDone(change, team.status)}. ${mailWords}`, offerUndo([key]))
    },
  })
}

/** Lets TD and admin confirm the address of a captain who gets no mail, but was reached in another way. */
function ConfirmTeamAddress({ team }: { readonly team: ShownTeam }) {
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
      <WaitsForConnection waiting={waiting} message={message} look="small" />
    </>
  )
}

/** Confirms the captain's address by hand, so that the bid counts. */
function useConfirmTeamAddress(id: string) {
  return useCommand<void, { readonly team: ShownTeam; readonly key: string }>({
    place: `confirm-address-${id}`,
    entity: `team-${id}`,
    send: async (_, idempotencyKey) => {
      const { team } = await call('POST /api/teams/{id}/confirm-address', { params: { id } }, { idempotencyKey })
      return { team, key: idempotencyKey }
    },
    failed: (error) => messageOrStatus(error, 'Failed to confirm the address'),
    onDone: async ({ team, key }) => {
      await showInList(team, key)
      // Later bids may have other numbers now.
      await refresh(teamsKey)
    },
  })
}
