import { ErrorPanel } from '@ultimate/kit/components/error-panel.tsx'
import { PageHeader } from '@ultimate/kit/components/page-header.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { Board } from './board.tsx'
import styles from './board-page.module.css'
import { useBoard } from './board-query.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { ReplayBoard } from './replay/replay-board.tsx'

/** /dinner/management: the board of the kitchen; with `?at=` the board as it stood then. */
export function BoardPage() {
  const [search] = useSearchParams()
  const at = search.get('at')
  return <div className={styles['page']}>{at === null ? <LiveBoard /> : <ReplayBoard at={at} />}</div>
}

function LiveBoard() {
  const { data: board, error, isFetching, refetch } = useBoard()
  if (board) return <Board board={board} />
  return (
    <>
      <PageHeader title="Dinner Management" density="desk" />
      {error ? (
        <ErrorPanel title="Failed to load items" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  )
}
