import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { useRootMark } from '@ultimate/kit/components/layout/root-mark.ts'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { useRef } from 'react'
import { useRestoredHeight } from '../common/restored-height.ts'
import { useWakeLock } from '../common/wake-lock.ts'
import { Board } from './board.tsx'
import styles from './board-page.module.css'
import { storedBoard, useBoard } from './board-query.ts'
import { ReplayBoard } from './replay/replay-board.tsx'
import { BoardSkeleton } from './zones/zones.tsx'

/** /dinner/management: the live board; with `?dinner=` or `?at=`, its replay, with `&as=happened` as it really was. */
export function BoardPage() {
  const [search] = useSearchParams()
  const [dinner, at] = [search.get('dinner'), search.get('at')]
  useRootMark('board')
  const as = search.get('as') === 'happened' ? 'happened' : 'known'
  // Around both boards, because the pressed link between them disappears with its board.
  const area = useRef<HTMLDivElement>(null)
  useFocusSuccessor(area, nearestHeading)
  return (
    <div ref={area}>
      {dinner === null && at === null ? (
        <LiveBoard />
      ) : (
        <div className={styles['page']}>
          <ReplayBoard dinner={dinner} at={at} as={as} />
        </div>
      )}
    </div>
  )
}

function LiveBoard() {
  useWakeLock()
  const { data: board, error, isFetching, refetch } = useBoard()
  const storedAt = useStoredAnswer(storedBoard)
  const restoredHeight = useRestoredHeight<HTMLDivElement>(board !== undefined)
  return (
    <div className={styles['page']} {...restoredHeight}>
      {board ? (
        <>
          <div className={styles['asOf']}>
            <AsOf at={storedAt} what="This board is" room="below" />
          </div>
          <Board board={board} />
        </>
      ) : (
        <>
          <PageHeader title="Dinner Management" density="desk" actions={<span className={styles['actionsRoom']} />} />
          {error ? (
            <ErrorPanel title="Failed to load items" onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <>
              <div className={styles['tools']} />
              <BoardSkeleton />
            </>
          )}
        </>
      )}
    </div>
  )
}
