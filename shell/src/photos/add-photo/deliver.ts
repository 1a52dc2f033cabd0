import { ApiError } from '@ultimate/kit/api.ts'
import { fromCallback } from 'xstate'
import { sentences } from './file-problem.ts'
import type { DeliveryNews, UploadAttempt, UploadEvent } from './machine.ts'
import { postPhoto } from './post-photo.ts'
import { uploadQueue } from './upload-queue.ts'

/** Two at a time: while the server works on one, the other one uses the line. */
const enterLine = uploadQueue(2)

/** Takes one file to the server as soon as it is its turn. `onStored` is waited for before it counts as stored. */
export const deliver = (file: File, onStored: () => Promise<void>) =>
  fromCallback<UploadEvent, UploadAttempt>(({ input, sendBack }) => {
    const ended = new AbortController()
    const { signal } = ended
    const tell = (news: DeliveryNews) => signal.aborted || sendBack(news)
    const leaveLine = enterLine(() => {
      tell({ type: 'started' })
      postPhoto(file, input, { signal, onProgress: (share) => tell({ type: 'progress', share }) })
        .then(onStored)
        .then(
          () => tell({ type: 'stored' }),
          (error: unknown) => tell(failureOf(error)),
        )
    })
    return () => {
      ended.abort()
      leaveLine()
    }
  })

/** A refusal for good has a sentence of its own; what may go well next time has ours. */
function failureOf(error: unknown): DeliveryNews {
  const isDomainError = error instanceof ApiError && error.status < 500 && error.code !== 'UNKNOWN'
  if (!isDomainError) return { type: 'failed', sentence: sentences.failed, isDomainError: false }
  return { type: 'failed', sentence: error.fields['title'] ?? error.message, isDomainError: true }
}
