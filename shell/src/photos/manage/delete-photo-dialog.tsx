import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import type { RefObject } from 'react'
import { currentPhoto, photoMessage } from '../photo-error.ts'
import { changeShownPhotos, showPhoto } from '../photos-query.ts'

export interface DeletePhotoDialogProps {
  /** The photo to delete; null while there is no question. */
  readonly photo: Photo | null
  /** Gets the focus once the photo's own row is gone. */
  readonly returnTo: RefObject<HTMLElement | null>
  /** Another user changed it: the question stays, about the photo as it is now. */
  readonly onChanged: (now: Photo) => void
  readonly onClose: () => void
}

/** Asks before a photo is deleted. */
export function DeletePhotoDialog({ photo, returnTo, onChanged, onClose }: DeletePhotoDialogProps) {
  const deletion = useCommand({
    send: deletePhoto,
    failed: (error) => photoMessage(error, 'Failed to delete photo'),
    onDone: () => {
      toast.success('Photo deleted successfully!')
      onClose()
      requestAnimationFrame(() => returnTo.current?.focus())
    },
    onError: (error) => {
      const current = currentPhoto(error)
      if (!current) return
      onChanged(current)
      void showPhoto(current)
    },
  })
  return (
    <ConfirmDialog
      open={photo !== null}
      title="Delete Photo"
      confirmLabel="Delete Photo"
      tone="danger"
      command={deletion}
      onConfirm={() => photo && deletion.run({ id: photo.id, version: photo.version })}
      onCancel={onClose}
    >
      Are you sure you want to delete this photo? This action cannot be undone.
    </ConfirmDialog>
  )
}

async function deletePhoto({ id, version }: Pick<Photo, 'id' | 'version'>, idempotencyKey: string): Promise<void> {
  try {
    await call('DELETE /api/photos/{id}', { params: { id } }, { idempotencyKey, ifMatch: `"v${version}"` })
  } catch (error) {
    // Another user was first: it is gone, as was wished.
    if (!(error instanceof ApiError && error.code === 'PHOTO_NOT_FOUND')) throw error
  }
  await changeShownPhotos((photos) => photos.filter((photo) => photo.id !== id))
}
