import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { RemovedTeam } from '@ultimate/events/tournament/team-api.ts'
import { wantedBy } from '@ultimate/events/tournament/team-filter.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FoldedSection } from '../folded-section/folded-section.tsx'
import { mailedByRestoring } from './mailed-captains.ts'
import styles from './removed-teams.module.css'
import { restoreWithToast } from './restore-teams.ts'
import type { ListFilter } from './team-list.ts'
import { countOfTeams, useTeams } from './teams-query.ts'

/** A removed team has no status, so the rest of the filter does not apply to it. */
type RemovedFilter = Pick<ListFilter, 'search' | 'division'>

/** The removed teams, folded, and loaded when opened. Follows the filter of the list. */
export function RemovedTeams({ filter }: { readonly filter: RemovedFilter }) {
  return (
    <div className={styles['section']}>
      <FoldedSection title="Removed teams" headingLevel={2}>
        <Removed filter={filter} />
      </FoldedSection>
    </div>
  )
}

const useRemovedTeams = () =>
  useLiveQuery({
    key: ['teams', 'removed'],
    read: async (signal) => (await call('GET /api/teams/removed', {}, { signal })).teams,
  })

function Removed({ filter: { search, division } }: { readonly filter: RemovedFilter }) {
  const { data: teams, error, isFetching, refetch } = useRemovedTeams()
  const listed = useMemo(() => teams?.filter(wantedBy({ search, division })), [teams, search, division])
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
  return <List teams={listed} />
}

/** The number of teams that are drawn at first. */
const atFirst = 50

function List({ teams }: { readonly teams: readonly RemovedTeam[] }) {
  const [shown, setShown] = useState(atFirst)
  const rest = teams.length - shown
  return (
    <>
      {teams.length > 1 && <RestoreAll teams={teams} />}
      <ul className={styles['list']}>
        {teams.slice(0, shown).map((team) => (
          <Row key={team.id} team={team} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="quiet" onClick={() => setShown(shown + 4 * atFirst)}>
          Show {Math.min(rest, 4 * atFirst)} more
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
export function RestoreAll({ teams }: { readonly teams: readonly Pick<RemovedTeam, 'id' | 'created_at'>[] }) {
  const ids = teams.map(({ id }) => id)
  const { data: registered = [] } = useTeams()
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const { run, isPending, waiting } = useCommand({
    send: (listed: readonly string[], key) => {
      setProgress(0)
      return restoreWithToast(listed, key, { onProgress: setProgress })
    },
    onDone: () => {
      setProgress(null)
      setAsked(null)
    },
  })
  const count = countOfTeams((asked ?? ids).length)
  return (
    <div className={styles['all']}>
      <p className={styles['count']}>{countOfTeams(ids.length)} listed</p>
      <Button variant="quiet" size="compact" onClick={() => setAsked(ids)}>
        Restore all listed
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={`Restore ${count}?`}
        confirmLabel={`Restore ${count}`}
        busy={isPending}
        waiting={waiting}
        onConfirm={() => asked && run(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>They get back their old places in the order, and their places in pools that are still free.</p>
        <p>{emailsTo(mailedByRestoring(registered, teams), 'the captains')}</p>
        <p role="status">{progress !== null && asked && `Restored ${progress} of ${asked.length}`}</p>
      </ConfirmDialog>
    </div>
  )
}
