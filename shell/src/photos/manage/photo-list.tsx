import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { PhotoPicture } from '@ultimate/kit/components/display/photo-picture.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { changeShownPhotos, showPhoto } from '../photos-query.ts'
import { currentPhoto, photoMessage } from './photo-error.ts'
import styles from './photo-manager.module.css'
import { TitleForm } from './title-form.tsx'

/** Every photo with its title, in the order of the carousel. */
export function PhotoList({ photos }: { readonly photos: readonly Photo[] }) {
  const [photoToDelete, setPhotoToDelete] = useState<Photo | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles['list']} aria-label="All photos">
        {photos.map((photo) => (
          <PhotoRow key={photo.id} photo={photo} onDelete={() => setPhotoToDelete(photo)} />
        ))}
      </ul>
      <DeletePhotoDialog
        photo={photoToDelete}
        returnTo={list}
        onChanged={setPhotoToDelete}
        onClose={() => setPhotoToDelete(null)}
      />
    </>
  )
}

interface PhotoRowProps {
  readonly photo: Photo
  readonly onDelete: () => void
}

/** One photo: its picture, its title, and what a TD can do with them. */
function PhotoRow({ photo, onDelete }: PhotoRowProps) {
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const endEditing = () => {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  const ofPhoto = <VisuallyHidden> of {photo.title}</VisuallyHidden>
  return (
    <li className={styles['row']}>
      <div className={styles['thumbnail']}>
        <PhotoPicture photo={photo} sizes="8rem" className={styles['picture']} />
      </div>
      {isEditing ? (
        <TitleForm photo={photo} onDone={endEditing} />
      ) : (
        <div className={styles['words']}>
          <p className={styles['photoTitle']}>
            <bdi>{photo.title}</bdi>
          </p>
          <div className={styles['actions']}>
            <Button
              ref={edit}
              variant="quiet"
              size="compact"
              className={styles['action']}
              icon={<Pencil aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              Edit title{ofPhoto}
            </Button>
            <Button
              variant="quiet"
              size="compact"
              className={styles['action']}
              icon={<Trash2 aria-hidden="true" />}
              onClick={onDelete}
            >
              Delete<VisuallyHidden> {photo.title}</VisuallyHidden>
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

interface DeletePhotoDialogProps {
  /** The photo to delete; null while there is no question. */
  readonly photo: Photo | null
  /** Gets the focus once the photo's own row is gone. */
  readonly returnTo: RefObject<HTMLElement | null>
  /** Called if another user changed the photo: the question stays, about the photo as it is now. */
  readonly onChanged: (now: Photo) => void
  readonly onClose: () => void
}

/** Asks before a photo is deleted. */
function DeletePhotoDialog({ photo, returnTo, onChanged, onClose }: DeletePhotoDialogProps) {
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
    // Another user has already deleted it.
    if (!(error instanceof ApiError && error.code === 'PHOTO_NOT_FOUND')) throw error
  }
  await changeShownPhotos((photos) => photos.filter((photo) => photo.id !== id))
}
