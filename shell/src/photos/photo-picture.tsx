import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { sourceSets } from './source-sets.ts'

export interface PhotoPictureProps {
  readonly photo: Photo
  /** How wide it is drawn, as in the HTML attribute. */
  readonly sizes: string
  readonly className?: string | undefined
}

/** A photo in the lightest form that the browser knows and the width that it needs, once it comes near the window. */
export function PhotoPicture({ photo, sizes, className }: PhotoPictureProps) {
  return (
    <picture>
      {sourceSets(photo.sources).map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={className}
        src={photo.url}
        width={photo.width}
        height={photo.height}
        alt={photo.title}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    </picture>
  )
}
