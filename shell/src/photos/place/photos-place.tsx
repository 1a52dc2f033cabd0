import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { PhotosNotLoaded } from './instead-of-photos.tsx'
import { MemoriesLoading, MemoriesShape } from './memories-shape.tsx'
import styles from './photos-place.module.css'
import { useLate } from './use-late.ts'
import { useNearOrIdle } from './use-near-or-idle.ts'

const loadPhotos = async () => (await import('../photos.tsx')).Photos

/** The query cache is shared with the parts, and what could not be shared once is not tried again in this page. */
const reload = () => location.reload()

/**
 * Keeps the room of the photos on the home page. What shows them comes when the visitor scrolls near, or when the browser
 * has nothing better to do: the first paint waits for none of it.
 */
export function PhotosPlace() {
  const { place, isWanted } = useNearOrIdle()
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const { loaded: Photos, hasFailed } = useLate(loadPhotos, isWanted)
  if (Photos) return <Photos />
  return (
    <div ref={place}>
      {isTd && <div className={styles['managerRoom']} />}
      <MemoriesShape>{hasFailed ? <PhotosNotLoaded onRetry={reload} /> : <MemoriesLoading />}</MemoriesShape>
    </div>
  )
}
