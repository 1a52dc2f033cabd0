import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { PhotoPicture } from '@ultimate/kit/components/display/photo-picture.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DeletePhotoDialog } from './delete-photo-dialog.tsx'
import styles from './photo-manager.module.css'
import { TitleForm } from './title-form.tsx'

/** Every photo with its title, in the order of the carousel. */
export function PhotoList({ photos }: { readonly photos: readonly Photo[] }) {
  const [going, setGoing] = useState<Photo | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles['list']} aria-label="All photos">
        {photos.map((photo) => (
          <PhotoRow key={photo.id} photo={photo} onDelete={() => setGoing(photo)} />
        ))}
      </ul>
      <DeletePhotoDialog photo={going} returnTo={list} onChanged={setGoing} onClose={() => setGoing(null)} />
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
  const which = <VisuallyHidden> of {photo.title}</VisuallyHidden>
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
              Edit title{which}
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
