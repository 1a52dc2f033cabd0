import { classNames } from '@ultimate/kit/components/class-names.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import type { ReactNode } from 'react'
import styles from './memories-section.module.css'

/** The heading and the room below it; the same while photos are on their way, there, missing or out of reach. */
export function MemoriesSection({ children }: { readonly children: ReactNode }) {
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

interface InsteadOfPhotosProps {
  /** Drawn where the first print is missing. */
  readonly isFramed?: boolean
  readonly children: ReactNode
}

/** A notice in the place of the photos, on as much room as they take. */
export function InsteadOfPhotos({ isFramed = false, children }: InsteadOfPhotosProps) {
  return (
    <div className={styles['instead']}>
      <div className={styles['hiddenRoom']}>
        <EmptyPrints />
      </div>
      <div className={classNames(styles['words'], isFramed && styles['framed'])}>{children}</div>
    </div>
  )
}

interface PhotosNotLoadedProps {
  readonly onRetry: () => void
  readonly isRetrying?: boolean
}

/** Reports that the photos, or the code that shows them, could not be loaded. */
export function PhotosNotLoaded({ onRetry, isRetrying = false }: PhotosNotLoadedProps) {
  return (
    <InsteadOfPhotos>
      <ErrorPanel title="Failed to load photos" onRetry={onRetry} retrying={isRetrying}>
        The rest of the page works; your connection or our server may be to blame.
      </ErrorPanel>
    </InsteadOfPhotos>
  )
}
