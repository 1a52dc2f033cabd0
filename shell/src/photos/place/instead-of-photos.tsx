import { classNames } from '@ultimate/kit/components/class-names.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import type { ReactNode } from 'react'
import styles from './instead-of-photos.module.css'
import { EmptyPrints } from './memories-shape.tsx'

export interface InsteadOfPhotosProps {
  /** Drawn where the first print is missing. */
  readonly isFramed?: boolean
  readonly children: ReactNode
}

/** A notice in the place of the photos, on as much room as they take. */
export function InsteadOfPhotos({ isFramed = false, children }: InsteadOfPhotosProps) {
  return (
    <div className={styles['instead']}>
      <div className={styles['room']}>
        <EmptyPrints />
      </div>
      <div className={classNames(styles['words'], isFramed && styles['framed'])}>{children}</div>
    </div>
  )
}

export interface PhotosNotLoadedProps {
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
