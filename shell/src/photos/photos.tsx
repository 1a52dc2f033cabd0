import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import { Memories } from './carousel/memories.tsx'
import { ManagerPlace } from './manage/manager-place.tsx'
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
