import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { useRef, useState } from 'react'
import { DeletePhotoDialog } from '../delete-photo/delete-photo-dialog.tsx'
import styles from './photo-list.module.css'
import { PhotoRow } from './photo-row.tsx'

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
