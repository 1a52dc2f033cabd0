import type { Team } from '@ultimate/events/tournament/api.ts'
import { removalLimits } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { type FormEvent, type RefObject, useId, useRef } from 'react'
import { mailedByRemoval } from './mailed-captains.ts'
import styles from './selection.module.css'
import type { ShownTeam } from './team-list.ts'
import { teamsInWords } from './teams-query.ts'
import { type RemovalTools, teamsPerRequest } from './use-removal.ts'

interface RemoveDialogProps {
  readonly removal: RemovalTools
  readonly teams: readonly ShownTeam[]
  /** Gets the focus once the teams are removed: the button that opened the dialog is gone then. */
  readonly afterwards: RefObject<HTMLElement | null>
}

/** The selection that the dialog asks about. */
interface DialogSelection {
  readonly teams: readonly Team[]
  readonly ids: ReadonlySet<string>
  /** The number of captains who get an email. */
  readonly mailed: number
}

/** The selection stays the same while its teams are removed, and while the dialog closes. */
function useDialogSelection(
  { selected, isAsking, isRemoving, waiting }: RemovalTools,
  teams: readonly ShownTeam[],
): DialogSelection {
  const selection = useRef<DialogSelection>({ teams: [], ids: selected, mailed: 0 })
  if (isAsking && !isRemoving && !waiting)
    selection.current = {
      teams: teams.filter(({ id }) => selected.has(id)),
      ids: selected,
      mailed: mailedByRemoval(teams, selected),
    }
  return selection.current
}

/** Asks for the reason, and explains the consequences, before teams are removed. */
export function RemoveDialog({ removal, teams, afterwards }: RemoveDialogProps) {
  const { isAsking, isRemoving, waiting, reason, reasonError, error } = removal
  const selection = useDialogSelection(removal, teams)
  const field = useRef<HTMLInputElement>(null)
  const form = useId()
  const count = selection.ids.size
  const [firstTeam] = selection.teams
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    removal.confirm()
    if (reason.trim() === '') field.current?.focus()
  }
  return (
    <Dialog
      open={isAsking}
      onClose={removal.cancel}
      title={count === 1 && firstTeam ? `Remove ${firstTeam.team_name}` : `Remove ${teamsInWords(count)}`}
      description={`${count === 1 ? 'It leaves' : 'They leave'} every list and the order of registration at once. Sign-ups for the dinner stay. Removed teams can be restored.`}
      initialFocus={field}
      finalFocus={removal.isSelecting ? undefined : afterwards}
      actions={
        <>
          <Button variant="secondary" disabled={isRemoving} onClick={removal.cancel}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form={form} busy={isRemoving} disabled={waiting !== null}>
            Remove {teamsInWords(count)}
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={confirm} noValidate>
        {/* At the top, because on a phone the buttons cover the foot of a long form. */}
        <Progress removal={removal} />
        {selection.teams.length > 1 && <Names teams={selection.teams} />}
        <Places selected={selection.ids} />
        <p className={styles['places']}>{emailsTo(selection.mailed, count === 1 ? 'the captain' : 'the captains')}</p>
        <TextField
          ref={field}
          label="Reason"
          hint="For staff and the audit; captains do not see it."
          maxLength={removalLimits.reason}
          autoComplete="off"
          value={reason}
          error={reasonError}
          readOnly={isRemoving || waiting !== null}
          onValueChange={removal.setReason}
        />
        {/* Without a Cancel button, because the dialog has one. */}
        <WaitsForConnection waiting={waiting} message={error} look="strong" withoutCancel />
      </form>
    </Dialog>
  )
}

const maxNames = 5

function Names({ teams }: { readonly teams: readonly Team[] }) {
  const hiddenNames = teams.length - maxNames
  return (
    <ul className={styles['names']} aria-label="Selected teams">
      {teams.slice(0, maxNames).map(({ id, team_name }) => (
        <li key={id}>
          <bdi>{team_name}</bdi>
        </li>
      ))}
      {hiddenNames > 0 && <li>and {hiddenNames.toLocaleString('en-US')} more</li>}
    </ul>
  )
}

/** Shows how many of the teams lose their places in pools. */
function Places({ selected }: { readonly selected: ReadonlySet<string> }) {
  const { data, isError } = useQuery({
    queryKey: ['pools', 'placed'],
    queryFn: async ({ signal }) => new Set((await call('GET /api/pool-play/placed', {}, { signal })).teams),
  })
  return (
    <p className={styles['places']} role="status">
      {placesSentence(data && [...selected].filter((id) => data.has(id)).length, selected.size, isError)}
    </p>
  )
}

function placesSentence(placed: number | undefined, all: number, hasFailed: boolean): string {
  if (placed === undefined) return hasFailed ? 'Places in pools, if any, become free.' : 'Looking at the pools…'
  if (placed === 0) return all === 1 ? 'It’s in no pool.' : 'None of them is in a pool.'
  if (all === 1)
    return 'It’s in a pool. Its place becomes free. If you restore the team, it gets the place back unless another team has it by then.'
  return placed === 1
    ? 'One of them is in a pool. Its place becomes free. If you restore the team, it gets the place back unless another team has it by then.'
    : `${placed} of them are in pools. Their places become free. If you restore the teams, they get those back unless other teams have them by then.`
}

/** Shows the progress over all requests, or how many teams were removed before a request failed. */
function Progress({ removal: { removed, remaining, isRemoving } }: Pick<RemoveDialogProps, 'removal'>) {
  const all = removed.length + remaining
  if (isRemoving ? all <= teamsPerRequest : removed.length === 0) return null
  return (
    <div className={styles['progress']} role="status">
      {isRemoving
        ? `Removed ${removed.length.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`
        : `${teamsInWords(removed.length)} ${removed.length === 1 ? 'is' : 'are'} removed already.`}
      {isRemoving && <progress value={removed.length} max={all} aria-hidden="true" />}
    </div>
  )
}
