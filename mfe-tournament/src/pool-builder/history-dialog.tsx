import type { HistoryEntry, ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useState } from 'react'
import { ChangeList } from './change-list.tsx'
import styles from './history-dialog.module.css'
import type { Arrangement } from './machine/arrangement.ts'

interface HistoryDialogProps {
  readonly division: Division
  readonly teams: readonly ReachableTeam[]
  readonly onClose: () => void
  readonly onTake: (pools: Arrangement) => void
}

const whats: Readonly<Record<HistoryEntry['what'], string>> = {
  saved: 'Saved',
  published: 'Published',
  unpublished: 'Unpublished',
  freed: 'Removed teams taken out',
}

/** The history of a division's pools. Any earlier state can be taken back as unsaved changes. */
export function HistoryDialog({ division, teams, onClose, onTake }: HistoryDialogProps) {
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={`History of ${divisionLabels[division]} pools`}
      description="Take any of these back into the builder: nothing is stored until you save."
    >
      <Entries division={division} before={undefined} teams={teams} onTake={onTake} />
    </Dialog>
  )
}

const pageLength = 20

interface EntriesProps extends Omit<HistoryDialogProps, 'onClose'> {
  readonly before: number | undefined
}

/** A page of the history. The one with what is older follows from where this one ends by now, so that no gap opens. */
function Entries({ division, before, teams, onTake }: EntriesProps) {
  const [isOlderWanted, setOlderWanted] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['pools', 'history', division, before],
    queryFn: ({ signal }) => {
      const query = { limit: pageLength, ...(before !== undefined && { before }) }
      return call('GET /api/pool-play/history/{division}', { params: { division }, query }, { signal })
    },
  })
  if (!data && error)
    return <ErrorPanel title="Failed to load data" onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows label="Loading the history" rows={4} />
  if (data.entries.length === 0) return <p>Nothing was saved here yet.</p>
  return (
    <>
      <ol className={styles['list']}>
        {data.entries.map((entry) => (
          <Entry key={entry.version} entry={entry} teams={teams} onTake={onTake} />
        ))}
      </ol>
      {data.next !== null &&
        (isOlderWanted ? (
          <Entries division={division} before={data.next} teams={teams} onTake={onTake} />
        ) : (
          <Button variant="quiet" onClick={() => setOlderWanted(true)}>
            Show older ones
          </Button>
        ))}
    </>
  )
}

interface EntryProps extends Pick<HistoryDialogProps, 'teams' | 'onTake'> {
  readonly entry: HistoryEntry
}

function Entry({ entry, teams, onTake }: EntryProps) {
  const when = new Date(entry.at)
  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['what']}>
          {whats[entry.what]} by <bdi>{entry.by.name ?? 'the system'}</bdi>
        </p>
        <p className={styles['when']}>
          <time dateTime={entry.at}>{when.toLocaleString()}</time>
        </p>
      </div>
      <Button
        variant="secondary"
        size="compact"
        aria-label={`Take back the state of ${when.toLocaleString()}, version ${entry.version}`}
        onClick={() => onTake(entry.pools)}
      >
        Take back
      </Button>
      <div className={styles['changes']}>
        <ChangeList changes={entry.changes} teams={teams} nothing="No team moved." />
      </div>
    </li>
  )
}
