import type { Team } from '@ultimate/events/tournament/api.ts'
import { statusLabels, teamStatuses } from '@ultimate/events/tournament/team.ts'
import { DataCell } from '@ultimate/kit/components/display/data-table.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useEffect, useRef } from 'react'
import { ConfirmTeamAddress } from '../confirm-address/confirm-team-address.tsx'
import { isCounted, type KnownTeam } from '../teams/team-list.ts'
import styles from '../teams/team-row.module.css'
import { showInList } from '../teams/teams-query.ts'

/** What TD and admin set. Shows the server's state, and is disabled while a change is under way. */
export function StaffCells({ team }: { readonly team: KnownTeam }) {
  const { run, isPending, message } = useUpdateTeam(team.id)
  const status = useRef<HTMLSelectElement>(null)
  const paid = useRef<HTMLInputElement>(null)

  const lastUsed = useRef<HTMLElement>(null)

  useEffect(() => {
    // A disabled control loses the focus; a keyboard user gets it back.
    if (!isPending && document.activeElement === document.body) lastUsed.current?.focus()
  }, [isPending])

  const update = (change: TeamChange) => {
    lastUsed.current = change.status === undefined ? paid.current : status.current
    run(change)
  }
  return (
    <>
      <DataCell className={styles['setStatus']}>
        <SelectField
          compact
          ref={status}
          label={`Status of ${team.team_name}`}
          value={team.status}
          disabled={isPending}
          onValueChange={(value) => update({ status: value === 'confirmed' ? 'confirmed' : 'waitlist' })}
        >
          {teamStatuses.map((value) => (
            <option key={value} value={value}>
              {statusLabels[value]}
            </option>
          ))}
        </SelectField>
        {!isCounted(team) && <ConfirmTeamAddress team={team} />}
        {message && (
          <p className={styles['error']} role="alert">
            {message}
          </p>
        )}
      </DataCell>
      <DataCell className={styles['paid']}>
        <Checkbox
          ref={paid}
          label={
            <>
              <span className={styles['paidWord']}>Paid</span>
              <span className={styles['srOnly']}>: {team.team_name}</span>
            </>
          }
          checked={team.paid}
          disabled={isPending}
          onCheckedChange={(checked) => update({ paid: checked })}
        />
      </DataCell>
    </>
  )
}

interface TeamChange {
  readonly status?: Team['status']
  readonly paid?: boolean
}

/** Sets a team's status or paid mark. The list shows it once the server has accepted it. */
function useUpdateTeam(id: string) {
  return useCommand({
    send: (body: TeamChange) => call('PUT /api/teams/{id}', { params: { id }, body }),
    failed: (error) => messageOrStatus(error, 'Failed to update team'),
    onDone: ({ team }) => showInList(team),
  })
}
