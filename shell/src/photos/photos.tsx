import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import { Memories } from './carousel/carousel.tsx'
import type { PhotoManagerProps } from './manage/photo-manager.tsx'
import styles from './memories-section.module.css'
import { usePhotos } from './photos-query.ts'

/** The photos of the home page with all they need; home itself asks the server for nothing. */
export function Photos() {
  return (
    <QueryClientProvider client={queryClient}>
      <CarouselOrManager />
    </QueryClientProvider>
  )
}

function CarouselOrManager() {
  const { data: photos, isError, isFetching, refetch } = usePhotos()
  const isTd = useSessionStore(({ user }) => user?.role === 'TD')
  const [isManaging, setManaging] = useState(false)
  const retry = () => void refetch()
  return (
    <>
      {isTd && (
        <ManagerPlace photos={photos} hasFailed={isError} onRetry={retry} isOpen={isManaging} onToggle={setManaging} />
      )}
      {!(isTd && isManaging) && (
        <Memories photos={photos} hasFailed={isError} isRetrying={isFetching} onRetry={retry} />
      )}
    </>
  )
}

const manager = lateFile(async () => (await import('./manage/photo-manager.tsx')).PhotoManager)

/** The place of the photo manager, whose code is loaded for TDs only. */
function ManagerPlace(props: PhotoManagerProps) {
  const { loaded: PhotoManager, hasFailed, isRetrying, retry } = useLate(manager)
  if (PhotoManager) return <PhotoManager {...props} />
  if (!hasFailed) return <div className={styles['managerRoom']} />
  return (
    <div className={styles['managerMissing']}>
      <Notice
        tone="bad"
        title="The photo manager didn’t load"
        announce="alert"
        action={
          <Button variant="secondary" size="compact" busy={isRetrying} onClick={retry}>
            Try again
          </Button>
        }
      />
    </div>
  )
}
