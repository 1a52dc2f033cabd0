import { statusLabels, teamStatuses } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { Checkbox } from '@ultimate/kit/components/checkbox.tsx'
import { DataCell } from '@ultimate/kit/components/data-table.tsx'
import { SelectField } from '@ultimate/kit/components/select-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/visually-hidden.tsx'
import { useEffect, useRef } from 'react'
import { isCounted, type KnownTeam } from '../teams/team-list.ts'
import styles from '../teams/team-row.module.css'
import { sentenceOf, type TeamChange, useConfirmTeamAddress, useUpdateTeam } from '../teams/teams-query.ts'

/** What TD and admin set: shown as the server has it, and closed while a change is on its way. */
export function StaffCells({ team }: { readonly team: KnownTeam }) {
  const { mutate, isPending, error } = useUpdateTeam(team.id)
  const status = useRef<HTMLSelectElement>(null)
  const paid = useRef<HTMLInputElement>(null)

  const lastUsed = useRef<HTMLElement>(null)

  useEffect(() => {
    // A disabled control loses the focus; whoever works by keyboard gets it back.
    if (!isPending && document.activeElement === document.body) lastUsed.current?.focus()
  }, [isPending])

  const update = (change: TeamChange) => {
    lastUsed.current = change.status === undefined ? paid.current : status.current
    mutate(change)
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
        {!isCounted(team) && <ConfirmAddress team={team} />}
        {error && (
          <p className={styles['error']} role="alert">
            {sentenceOf(error, 'Failed to update team')}
          </p>
        )}
      </DataCell>
      <DataCell className={styles['paid']}>
        <Checkbox
          ref={paid}
          label={
            <>
              <span className={styles['paidWord']}>Paid</span>
              <span className={styles['forListeners']}>: {team.team_name}</span>
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

/** For a captain whom no mail reaches, and who was reached otherwise. */
function ConfirmAddress({ team }: { readonly team: KnownTeam }) {
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
