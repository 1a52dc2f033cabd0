import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { ApiError, call } from '@ultimate/kit/api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMutation } from '@ultimate/kit/query.ts'
import { type RefObject, useRef } from 'react'
import { newKey } from '../new-key.ts'
import { photoNow, sentenceOf } from '../photo-error.ts'
import { changeShownPhotos, showPhoto } from '../photos-query.ts'

export interface DeletePhotoDialogProps {
  /** What shall go; null while nothing is asked about. */
  readonly photo: Photo | null
  /** Gets the focus once the photo's own row is gone. */
  readonly returnTo: RefObject<HTMLElement | null>
  /** Somebody else was faster: the question stays, about the photo as it is now. */
  readonly onChanged: (now: Photo) => void
  readonly onClose: () => void
}

interface Deleting extends Pick<Photo, 'id' | 'version'> {
  readonly key: string
}

/** Asks before a photo is deleted. Asked again about the same photo as it was, it sends the same key. */
export function DeletePhotoDialog({ photo, returnTo, onChanged, onClose }: DeletePhotoDialogProps) {
  const attempt = useRef<Deleting | null>(null)
  const deletion = useMutation({
    mutationFn: ({ id, version }: Photo) => {
      const isSameAgain = attempt.current?.id === id && attempt.current.version === version
      if (!attempt.current || !isSameAgain) attempt.current = { id, version, key: newKey() }
      return deletePhoto(attempt.current)
    },
    onSuccess: () => {
      toast.success('Photo deleted successfully!')
      close()
      requestAnimationFrame(() => returnTo.current?.focus())
    },
    onError: (error) => {
      const now = photoNow(error)
      if (!now) return
      onChanged(now)
      void showPhoto(now)
    },
  })
  const close = () => {
    deletion.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={photo !== null}
      title="Delete Photo"
      confirmLabel="Delete Photo"
      tone="danger"
      busy={deletion.isPending}
      error={deletion.error ? sentenceOf(deletion.error, 'Failed to delete photo') : null}
      onConfirm={() => photo && deletion.mutate(photo)}
      onCancel={close}
    >
      Are you sure you want to delete this photo? This action cannot be undone.
    </ConfirmDialog>
  )
}

async function deletePhoto({ id, version, key }: Deleting): Promise<void> {
  try {
    await call('DELETE /api/photos/{id}', { params: { id } }, { idempotencyKey: key, ifMatch: `"v${version}"` })
  } catch (error) {
    // Somebody else was first: it is gone, as was wished.
    if (!(error instanceof ApiError && error.code === 'PHOTO_NOT_FOUND')) throw error
  }
  await changeShownPhotos((photos) => photos.filter((photo) => photo.id !== id))
}
