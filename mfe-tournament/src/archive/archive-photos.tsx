import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { PhotoPicture } from '@ultimate/kit/components/display/photo-picture.tsx'
import styles from './archive-photos.module.css'
import { Section } from './division-archive.tsx'

/** Photos of the year as prints, each as wide as a column. */
export function ArchivePhotos({ photos }: { readonly photos: readonly Photo[] }) {
  return (
    <Section id="archive-photos" title="Photos" none={photos.length === 0 && 'There are no photos of this year.'}>
      <ul className={styles['photos']}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <figure className={styles['print']}>
              <div className={styles['frame']}>
                <img className={styles['blur']} src={photo.placeholder} alt="" aria-hidden="true" />
                <PhotoPicture photo={photo} sizes={sizes} className={styles['photo']} />
              </div>
              <figcaption aria-hidden="true">
                <bdi>{photo.title}</bdi>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The widths of the columns in the style sheet. */
const sizes = '(min-width: 40rem) 22rem, 90vw'
