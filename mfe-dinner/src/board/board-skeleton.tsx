import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import styles from './board-page.module.css'

/** The three zones before anything is known of them. */
export function BoardSkeleton() {
  return (
    <Loading label="Loading the board" className={styles['skeleton']}>
      {['holding', 'warming', 'buffet'].map((zone) => (
        <Skeleton key={zone} shape="block" className={styles['zone']} />
      ))}
    </Loading>
  )
}
