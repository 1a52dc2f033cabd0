import type { HistoryEntry, ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useInfiniteQuery } from '@ultimate/kit/request/query.ts'
import { ChangeList } from './change-list.tsx'
import styles from './dialogs.module.css'
import type { Arrangement } from './unsaved/arrangement.ts'

interface HistoryDialogProps {
  readonly division: Division
  readonly teams: readonly ReachableTeam[]
  readonly onClose: () => void
  readonly onTake: (pools: Arrangement) => void
}

const actionWords: Readonly<Record<HistoryEntry['what'], string>> = {
  saved: 'Saved',
  published: 'Published',
  unpublished: 'Unpublished',
  freed: 'Removed teams taken out',
}

/** The history of a division's pools. Any earlier state can be opened as unsaved changes. */
export function HistoryDialog({ division, teams, onClose, onTake }: HistoryDialogProps) {
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={`History of ${divisionLabels[division]} pools`}
      description="Open any version in the builder. Nothing is saved until you save it."
    >
      <Entries division={division} teams={teams} onTake={onTake} />
    </Dialog>
  )
}

const pageLength = 20

/** Reads the history page by page, newest first. After a new entry, all pages are read again, so that no gap opens. */
function useHistory(division: Division) {
  return useInfiniteQuery({
    queryKey: ['pools', 'history', division],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { limit: pageLength, ...(before !== null && { before }) }
      return call('GET /api/pool-play/history/{division}', { params: { division }, query }, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
}

function Entries({ division, teams, onTake }: Omit<HistoryDialogProps, 'onClose'>) {
  const { data, error, refetch, isFetching, ...older } = useHistory(division)
  const readOlder = async () => {
    const oldPageCount = data?.pages.length ?? 0
    // Repeated until the page has come, because a live change reads all pages again and ends this request.
    let read: Awaited<ReturnType<typeof older.fetchNextPage>>
    do read = await older.fetchNextPage({ cancelRefetch: false })
    while (!read.isError && read.hasNextPage && (read.data?.pages.length ?? 0) <= oldPageCount)
  }
  if (!data && error)
    return <ErrorPanel title="Failed to load data" onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows label="Loading the history" rows={4} />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <p>Nothing has been saved yet.</p>
  return (
    <>
      <ol className={styles['list']}>
        {entries.map((entry) => (
          <Entry key={entry.version} entry={entry} teams={teams} onTake={onTake} />
        ))}
      </ol>
      {older.isFetchNextPageError ? (
        <ErrorPanel title="Failed to load data" onRetry={() => void readOlder()} retrying={older.isFetchingNextPage} />
      ) : older.isFetchingNextPage ? (
        <SkeletonRows label="Loading the history" rows={4} />
      ) : (
        older.hasNextPage && (
          <Button variant="quiet" onClick={() => void readOlder()}>
            Show older ones
          </Button>
        )
      )}
    </>
  )
}

interface EntryProps extends Pick<HistoryDialogProps, 'teams' | 'onTake'> {
  readonly entry: HistoryEntry
}

function Entry({ entry, teams, onTake }: EntryProps) {
  const when = venueMoment(new Date(entry.at))
  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['what']}>
          {actionWords[entry.what]} by <bdi>{entry.by.name ?? 'the system'}</bdi>
        </p>
        <p className={styles['when']}>
          <time dateTime={entry.at}>{when}</time>
        </p>
      </div>
      <Button
        variant="secondary"
        size="compact"
        aria-label={`Open this version: ${when}, version ${entry.version}`}
        onClick={() => onTake(entry.pools)}
      >
        Open this version
      </Button>
      <div className={styles['changes']}>
        <ChangeList changes={entry.changes} teams={teams} nothing="No team moved." />
      </div>
    </li>
  )
}
