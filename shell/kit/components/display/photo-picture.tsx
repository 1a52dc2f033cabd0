/** A photo as the server describes it. */
export interface ShownPhoto {
  readonly title: string
  /** The widest JPEG. */
  readonly url: string
  /** The size of the widest file, upright. */
  readonly width: number
  readonly height: number
  readonly sources: readonly PhotoSource[]
}

export interface PhotoSource {
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg'
  readonly width: number
  readonly url: string
}

export interface PhotoPictureProps {
  readonly photo: ShownPhoto
  /** The width at which it is drawn, as in the HTML attribute. */
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

/** Lightest first: browsers take the first form they know. */
const forms = ['image/avif', 'image/webp', 'image/jpeg'] as const satisfies readonly PhotoSource['type'][]

/** The widths of each form as one `srcset`. */
export function sourceSets(
  sources: readonly PhotoSource[],
): { readonly type: PhotoSource['type']; readonly srcSet: string }[] {
  return forms.flatMap((type) => {
    const ofType = sources.filter((source) => source.type === type)
    if (ofType.length === 0) return []
    return [{ type, srcSet: ofType.map(({ url, width }) => `${url} ${width}w`).join(', ') }]
  })
}

/**
 * Returns whether a photo fills a frame of three by two without losing much; others are shown whole, on their own blur.
 */
export function fillsFrame({ width, height }: Pick<ShownPhoto, 'width' | 'height'>): boolean {
  const proportion = width / height
  return proportion > 1.25 && proportion < 1.85
}
