import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { ApiRefusal, call } from '@ultimate/kit/api.ts'
import { ConfirmDialog } from '@ultimate/kit/components/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMutation } from '@ultimate/kit/query.ts'
import { type RefObject, useRef } from 'react'
import { newKey } from '../new-key.ts'
import { changeShownPhotos } from '../photos-query.ts'
import { sentenceOf } from '../sentence-of.ts'

export interface DeletePhotoDialogProps {
  /** What shall go; null while nothing is asked about. */
  readonly photo: Photo | null
  /** Gets the focus once the photo's own row is gone. */
  readonly returnTo: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Asks before a photo is deleted. Asked again about the same photo, it sends the same key. */
export function DeletePhotoDialog({ photo, returnTo, onClose }: DeletePhotoDialogProps) {
  const attempt = useRef<{ id: string; key: string } | null>(null)
  const deletion = useMutation({
    mutationFn: ({ id }: Photo) => {
      if (attempt.current?.id !== id) attempt.current = { id, key: newKey() }
      return deletePhoto(id, attempt.current.key)
    },
    onSuccess: () => {
      toast.success('Photo deleted successfully!')
      close()
      requestAnimationFrame(() => returnTo.current?.focus())
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

async function deletePhoto(id: string, idempotencyKey: string): Promise<void> {
  try {
    await call('DELETE /api/photos/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Somebody else was first: it is gone, as was wished.
    if (!(error instanceof ApiRefusal && error.code === 'PHOTO_NOT_FOUND')) throw error
  }
  await changeShownPhotos((photos) => photos.filter((photo) => photo.id !== id))
}
