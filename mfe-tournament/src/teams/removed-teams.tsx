import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { PlacesGivenBack, RemovedTeam } from '@ultimate/events/tournament/team-api.ts'
import { matchSearch } from '@ultimate/events/tournament/team-filter.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { sendCommand, useCommand } from '@ultimate/kit/request/use-command.ts'
import { sendFromToast } from '@ultimate/kit/sending/send-from-toast.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FoldedSection } from '../pages/folded-section.tsx'
import { mailedByRestoring } from './mailed-captains.ts'
import styles from './selection.module.css'
import type { ListFilter } from './team-list.ts'
import { refreshTeams, teamsInWords, useTeams } from './teams-query.ts'
import { toGroups } from './use-removal.ts'

/** A removed team has no status, so the other conditions of the list do not apply. */
type RemovedFilter = Pick<ListFilter, 'search' | 'division'>

/** The removed teams, folded, and loaded when opened. Follows the filter of the list. */
export function RemovedTeams({ filter }: { readonly filter: RemovedFilter }) {
  return (
    <div className={styles['section']}>
      <FoldedSection title="Removed teams" headingLevel={2}>
        <RemovedList filter={filter} />
      </FoldedSection>
    </div>
  )
}

const useRemovedTeams = () =>
  useLiveQuery({
    key: ['teams', 'removed'],
    read: async (signal) => (await call('GET /api/teams/removed', {}, { signal })).teams,
  })

function RemovedList({ filter: { search, division } }: { readonly filter: RemovedFilter }) {
  const { data: teams, error, isFetching, refetch } = useRemovedTeams()
  const listed = useMemo(() => teams?.filter(matchSearch({ search, division })), [teams, search, division])
  if (!teams && error)
    return (
      <ErrorPanel
        title={messageOrStatus(error, 'Failed to load removed teams')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!teams || !listed) return <SkeletonRows label="Loading removed teams" rows={3} />
  if (teams.length === 0)
    return <p className={styles['nothing']}>No team is removed. To remove teams, use Select teams in the list.</p>
  if (listed.length === 0)
    return <p className={styles['nothing']}>None of the {teams.length} removed teams fits your search/filter.</p>
  return <RemovedRows teams={listed} />
}

const initialRows = 50

function RemovedRows({ teams }: { readonly teams: readonly RemovedTeam[] }) {
  const [shownRows, setShownRows] = useState(initialRows)
  const hiddenRows = teams.length - shownRows
  return (
    <>
      {teams.length > 1 && <RestoreAll teams={teams} />}
      <ul className={styles['list']}>
        {teams.slice(0, shownRows).map((team) => (
          <Row key={team.id} team={team} />
        ))}
      </ul>
      {hiddenRows > 0 && (
        <Button variant="quiet" onClick={() => setShownRows(shownRows + 4 * initialRows)}>
          Show {Math.min(hiddenRows, 4 * initialRows)} more
        </Button>
      )}
    </>
  )
}

function Row({ team }: { readonly team: RemovedTeam }) {
  const { data: registered = [] } = useTeams()
  const { run, isPending, waiting } = useCommand<void>({
    place: `restore-team-${team.id}`,
    send: (_, key) =>
      restoreWithToast([team.id], key, { mailed: emailsTo(mailedByRestoring(registered, [team]), 'the captain') }),
  })
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <p className={styles['name']}>
          <bdi>{team.team_name}</bdi>
        </p>
        <p className={styles['from']}>
          {divisionLabels[team.division]} · <bdi>{team.location}</bdi> · <bdi>{team.captain_name}</bdi>
        </p>
        <p className={styles['reason']}>
          <bdi>{team.reason || (team.withdrawn ? 'Withdrawn by the captain' : 'No reason given.')}</bdi>
        </p>
        <p className={styles['from']}>
          <time dateTime={team.removed_at}>{venueMoment(new Date(team.removed_at))}</time>
          {!team.withdrawn && (
            <>
              , by <bdi>{team.removed_by ?? 'the system'}</bdi>
            </>
          )}
        </p>
      </div>
      <HistoryLink subject={`team-${team.id}`} name={team.team_name} />
      <Button
        variant="secondary"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        busy={isPending && !waiting}
        aria-label={`Restore ${team.team_name}`}
        onClick={() => run()}
      >
        Restore
      </Button>
      <WaitsForConnection waiting={waiting} />
    </li>
  )
}

/** Restores all listed teams, for a removal that was too broad. */
function RestoreAll({ teams }: { readonly teams: readonly Pick<RemovedTeam, 'id' | 'created_at'>[] }) {
  const ids = teams.map(({ id }) => id)
  const { data: registered = [] } = useTeams()
  /** The teams that the open question is about: the list may change meanwhile. */
  const [idsToRestore, setIdsToRestore] = useState<readonly string[] | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const { run, isPending, waiting } = useCommand({
    send: (confirmedIds: readonly string[], key) => {
      setProgress(0)
      return restoreWithToast(confirmedIds, key, { onProgress: setProgress })
    },
    onDone: () => {
      setProgress(null)
      setIdsToRestore(null)
    },
  })
  const count = teamsInWords((idsToRestore ?? ids).length)
  return (
    <div className={styles['all']}>
      <p className={styles['count']}>{teamsInWords(ids.length)} listed</p>
      <Button variant="quiet" size="compact" onClick={() => setIdsToRestore(ids)}>
        Restore all listed
      </Button>
      <ConfirmDialog
        open={idsToRestore !== null}
        title={`Restore ${count}?`}
        confirmLabel={`Restore ${count}`}
        busy={isPending}
        waiting={waiting}
        onConfirm={() => idsToRestore && run(idsToRestore)}
        onCancel={() => setIdsToRestore(null)}
      >
        <p>They get back their old places in the order, and their places in pools that are still free.</p>
        <p>{emailsTo(mailedByRestoring(registered, teams), 'the captains')}</p>
        <p role="status">{progress !== null && idsToRestore && `Restored ${progress} of ${idsToRestore.length}`}</p>
      </ConfirmDialog>
    </div>
  )
}

/** `2 have their places in the pools again. For 1, the place in the pools is taken or gone.`; empty without places. */
export function placesInWords(teams: number, { back, taken }: PlacesGivenBack): string {
  const withPlace = back === 1 ? `${teams === 1 ? 'It' : '1'} has its place` : `${back} have their places`
  const withoutPlace = teams === 1 ? 'Its place in the pools' : `For ${taken}, the place in the pools`
  return [back > 0 && `${withPlace} in the pools again.`, taken > 0 && `${withoutPlace} is taken or gone.`]
    .filter(Boolean)
    .join(' ')
}

interface RestoreOptions {
  /** The sentence about who gets an email; absent where the question before has shown it. */
  readonly mailed?: string
  readonly onProgress?: (count: number) => void
}

/**
 * Restores teams, shows the result as a toast on any page, and offers to try the rest again. `place` names the
 * restoration: a group whose answer was lost is sent again under its key.
 */
export async function restoreWithToast(
  ids: readonly string[],
  place: string,
  { mailed = '', onProgress = () => undefined }: RestoreOptions = {},
): Promise<void> {
  let count = 0
  const places = { back: 0, taken: 0 }
  /** The keys of the accepted requests. */
  const keys: string[] = []
  const stop = new AbortController()
  try {
    for (const group of toGroups(ids)) {
      await sendCommand({
        place,
        subject: { ids: group },
        send: async (body, idempotencyKey) => {
          const answer = await call('POST /api/teams/restore', { body }, { idempotencyKey })
          places.back += answer.places?.back ?? 0
          places.taken += answer.places?.taken ?? 0
          keys.push(idempotencyKey)
        },
        // Nothing waits here for a lost connection, because the toast offers to try again.
        onStatus: (status) => status === 'queued' && stop.abort(),
        signal: stop.signal,
      })
      count += group.length
      onProgress(count)
    }
  } catch {
    // The toast below reports it.
  }
  await refreshTeams()
  const remaining = ids.slice(count)
  const sentences = [`${teamsInWords(count)} restored.`, placesInWords(count, places), mailed]
  if (count > 0) toast.success(sentences.filter(Boolean).join(' '), offerUndo(keys))
  if (remaining.length === 0) return
  toast.error(`${teamsInWords(remaining.length)} could not be restored.`, {
    duration: 10_000,
    action: { label: 'Try again', run: () => void restoreFromToast(remaining, place) },
  })
}

/** Calls `restoreWithToast` after a press in a toast, once there is a connection. */
const restoreFromToast = (ids: readonly string[], place: string): Promise<unknown> =>
  sendFromToast('Restore', () => restoreWithToast(ids, place))
