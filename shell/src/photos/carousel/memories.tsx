import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { InsteadOfPhotos, PhotosNotLoaded } from '../place/instead-of-photos.tsx'
import { MemoriesLoading, MemoriesShape } from '../place/memories-shape.tsx'
import { Carousel } from './carousel.tsx'

export interface MemoriesProps {
  /** Undefined until they are here. */
  readonly photos: readonly Photo[] | undefined
  readonly hasFailed: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Photos of earlier years, for all visitors. Photos that are here stay when reading them again fails. */
export function Memories(props: MemoriesProps) {
  return (
    <MemoriesShape>
      <Content {...props} />
    </MemoriesShape>
  )
}

function Content({ photos, hasFailed, isRetrying, onRetry }: MemoriesProps) {
  if (photos && photos.length > 0) return <Carousel photos={photos} />
  if (photos) return <NoPhotos />
  return hasFailed ? <PhotosNotLoaded isRetrying={isRetrying} onRetry={onRetry} /> : <MemoriesLoading />
}

function NoPhotos() {
  return (
    <InsteadOfPhotos isFramed>
      <EmptyState title="No Photos Yet" headingLevel={3}>
        The cameras are still in the gear bags. Photos of past tournaments will hang here.
      </EmptyState>
    </InsteadOfPhotos>
  )
}
