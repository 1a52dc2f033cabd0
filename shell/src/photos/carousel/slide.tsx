import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { memo } from 'react'
import { fillsFrame, PhotoPicture } from '../photo-picture.tsx'
import print from '../print.module.css'
import styles from './slide.module.css'

/** How wide `--print-width` makes a photo. */
const sizes = '(min-width: 51rem) 44rem, 86vw'

export interface SlideProps {
  readonly photo: Photo
  readonly index: number
  readonly count: number
  readonly isCurrent: boolean
  /** Too far from the current one to be seen: only its place is kept. */
  readonly isAway: boolean
}

/** One print with its caption. The title is read out once, as the picture's text. */
export const Slide = memo(function Slide({ photo, index, count, isCurrent, isAway }: SlideProps) {
  return (
    <li
      className={classNames(print['slide'], isAway && styles['away'])}
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isCurrent || undefined}
      aria-hidden={isAway || undefined}
    >
      {!isAway && (
        <figure className={print['print']}>
          <div className={print['frame']}>
            <img className={styles['blur']} src={photo.placeholder} alt="" aria-hidden="true" draggable={false} />
            <PhotoPicture
              photo={photo}
              sizes={sizes}
              className={classNames(styles['photo'], fillsFrame(photo) && styles['filling'])}
            />
          </div>
          <figcaption className={print['caption']} aria-hidden="true">
            <span className={classNames(styles['words'], photo.title.length > 60 && styles['long'])}>
              <bdi>{photo.title}</bdi>
            </span>
          </figcaption>
        </figure>
      )}
    </li>
  )
})
