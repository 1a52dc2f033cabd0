import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import styles from './print.module.css'

/** Prints of the final size that show nothing yet. */
export function MemoriesLoading() {
  return (
    <Loading label="Loading photos">
      <EmptyPrints />
    </Loading>
  )
}

/** As high as the photos with their controls, at every width. */
export function EmptyPrints() {
  return (
    <div aria-hidden="true">
      <div className={classNames(styles['strip'], styles['resting'])}>
        {['before', 'now', 'after'].map((place) => (
          <div key={place} className={styles['slide']} aria-current={place === 'now' || undefined}>
            <div className={styles['print']}>
              <Skeleton shape="block" className={styles['frame']} />
              <div className={styles['caption']}>
                <Skeleton className={styles['captionLine']} />
              </div>
            </div>
          </div>
        ))}
      </div>
      <div className={styles['controls']} />
    </div>
  )
}
