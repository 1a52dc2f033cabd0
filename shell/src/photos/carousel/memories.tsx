import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { EmptyState } from '@ultimate/kit/components/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/error-panel.tsx'
import { EmptyPrints, MemoriesLoading } from '../memories-loading.tsx'
import { MemoriesShape } from '../memories-shape.tsx'
import { Carousel } from './carousel.tsx'
import styles from './memories.module.css'

export interface MemoriesProps {
  /** Undefined until they are here. */
  readonly photos: readonly Photo[] | undefined
  readonly hasFailed: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** What earlier years looked like, for everybody. Photos that are here stay when reading them again fails. */
export function Memories(props: MemoriesProps) {
  return (
    <MemoriesShape>
      <Content {...props} />
    </MemoriesShape>
  )
}

function Content({ photos, hasFailed, isRetrying, onRetry }: MemoriesProps) {
  if (photos && photos.length > 0) return <Carousel photos={photos} />
  if (!photos && !hasFailed) return <MemoriesLoading />
  return (
    <div className={styles['instead']}>
      <div className={styles['room']}>
        <EmptyPrints />
      </div>
      {photos ? <NoPhotos /> : <NotLoaded isRetrying={isRetrying} onRetry={onRetry} />}
    </div>
  )
}

function NoPhotos() {
  return (
    <div className={classNames(styles['words'], styles['empty'])}>
      <EmptyState title="No Photos Yet" headingLevel={3}>
        The cameras are still in the gear bags. Photos of past tournaments will hang here.
      </EmptyState>
    </div>
  )
}

function NotLoaded({ isRetrying, onRetry }: Pick<MemoriesProps, 'isRetrying' | 'onRetry'>) {
  return (
    <div className={styles['words']}>
      <ErrorPanel title="Failed to load photos" onRetry={onRetry} retrying={isRetrying}>
        The rest of the page works; your line or our server may be to blame.
      </ErrorPanel>
    </div>
  )
}
