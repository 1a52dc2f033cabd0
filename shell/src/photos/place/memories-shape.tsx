import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import type { ReactNode } from 'react'
import prints from '../print.module.css'
import styles from './memories-shape.module.css'

/** The heading and the room below it; the same while photos are on their way, there, missing or out of reach. */
export function MemoriesShape({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles['memories']} aria-labelledby="memories-title">
      <header className={styles['head']}>
        <h2 id="memories-title">Past Tournament Memories</h2>
        <p>Cold grass, warm plates, and at least one layout no one believed without a picture.</p>
      </header>
      <div className={styles['room']}>{children}</div>
    </section>
  )
}

/** Prints of the final size that show nothing yet. */
export function MemoriesLoading() {
  return (
    <Loading label="Loading photos">
      <EmptyPrints />
    </Loading>
  )
}

/** Draws empty prints, as high as the photos with their controls at every width. */
export function EmptyPrints() {
  return (
    <div aria-hidden="true">
      <div className={classNames(prints['strip'], prints['resting'])}>
        {['before', 'now', 'after'].map((place) => (
          <div key={place} className={prints['slide']} aria-current={place === 'now' || undefined}>
            <div className={prints['print']}>
              <Skeleton shape="block" className={prints['frame']} />
              <div className={prints['caption']}>
                <Skeleton className={prints['captionLine']} />
              </div>
            </div>
          </div>
        ))}
      </div>
      <div className={prints['controls']} />
    </div>
  )
}
