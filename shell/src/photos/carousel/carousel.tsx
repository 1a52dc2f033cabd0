import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { fillsFrame, PhotoPicture } from '@ultimate/kit/components/display/photo-picture.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react'
import print from '../memories-section.module.css'
import { InsteadOfPhotos, MemoriesLoading, MemoriesSection, PhotosNotLoaded } from '../memories-section.tsx'
import styles from './carousel.module.css'
import { isNear, useCarousel, useReducedMotion, useSlideshow } from './use-carousel.ts'

export interface MemoriesProps {
  /** Undefined until they are here. */
  readonly photos: readonly Photo[] | undefined
  readonly hasFailed: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Photos of earlier years, for all visitors. Photos that are here stay when reading them again fails. */
export function Memories(props: MemoriesProps) {
  return (
    <MemoriesSection>
      <Content {...props} />
    </MemoriesSection>
  )
}

function Content({ photos, hasFailed, isRetrying, onRetry }: MemoriesProps) {
  if (photos && photos.length > 0) return <Carousel photos={photos} />
  if (photos) return <NoPhotos />
  return hasFailed ? <PhotosNotLoaded isRetrying={isRetrying} onRetry={onRetry} /> : <MemoriesLoading />
}

function NoPhotos() {
  return (
    <InsteadOfPhotos isFramed>
      <EmptyState title="No Photos Yet" headingLevel={3}>
        The cameras are still in the gear bags. Photos of past tournaments will hang here.
      </EmptyState>
    </InsteadOfPhotos>
  )
}

/** Shows one photo at a time, with its neighbours beside it. The other photos of the ring are not loaded yet. */
export function Carousel({ photos }: { readonly photos: readonly Photo[] }) {
  const area = useRef<HTMLElement>(null)
  const isReduced = useReducedMotion()
  const count = photos.length
  const { viewport, index, step, goTo } = useCarousel(
    photos.map(({ id }) => id),
    isReduced,
  )
  const next = useCallback(() => step(1), [step])
  const slideshow = useSlideshow({ area, index, onNext: next, isAllowed: !isReduced && count > 1 })
  useCarouselControls({ area, index, count, step, goTo })
  return (
    <section ref={area} aria-roledescription="carousel" aria-label="Photos of past tournaments">
      <div ref={viewport} className={styles['viewport']}>
        <ul className={print['strip']} aria-label="Photos">
          {photos.map((photo, at) => (
            <Slide
              key={photo.id}
              photo={photo}
              index={at}
              count={count}
              isCurrent={at === index}
              isAway={!isNear(at, index, count)}
            />
          ))}
        </ul>
      </div>
      <div className={print['controls']}>
        {count > 1 && (
          <>
            <IconButton
              variant="secondary"
              label="Previous photo"
              icon={<ChevronLeft aria-hidden="true" />}
              onClick={() => step(-1)}
            />
            <Position index={index} photos={photos} isQuiet={slideshow.isOn} />
            <IconButton
              variant="secondary"
              label="Next photo"
              icon={<ChevronRight aria-hidden="true" />}
              onClick={next}
            />
          </>
        )}
        {count > 1 && !isReduced && <SlideshowButton isOn={slideshow.isOn} onToggle={slideshow.toggle} />}
      </div>
    </section>
  )
}

interface PositionProps {
  readonly index: number
  readonly photos: readonly Photo[]
  /** True while it moves automatically: screen readers then do not announce every photo. */
  readonly isQuiet: boolean
}

function Position({ index, photos, isQuiet }: PositionProps) {
  return (
    <p className={styles['position']} role="status" aria-live={isQuiet ? 'off' : 'polite'}>
      <VisuallyHidden>Photo </VisuallyHidden>
      {index + 1} of {photos.length}
      <VisuallyHidden>: {photos[index]?.title}</VisuallyHidden>
    </p>
  )
}

function SlideshowButton({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  return (
    <Button
      variant="quiet"
      size="compact"
      data-slideshow=""
      icon={isOn ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      onClick={onToggle}
    >
      {isOn ? 'Pause' : 'Play'}
      <VisuallyHidden>&nbsp;slideshow</VisuallyHidden>
    </Button>
  )
}

/** The width that `--print-width` gives a photo. */
const sizes = '(min-width: 51rem) 44rem, 86vw'

interface SlideProps {
  readonly photo: Photo
  readonly index: number
  readonly count: number
  readonly isCurrent: boolean
  /** True where it is too far from the current one to be seen: only its place is reserved. */
  readonly isAway: boolean
}

/** One print with its caption. The title is read out once, as the picture's text. */
const Slide = memo(function Slide({ photo, index, count, isCurrent, isAway }: SlideProps) {
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

interface Steering {
  readonly area: RefObject<HTMLElement | null>
  readonly index: number
  readonly count: number
  readonly step: (by: 1 | -1) => void
  readonly goTo: (index: number) => void
}

/** Arrows, Home and End while the focus is in the carousel, and a click on a neighbour; swiping is the carousel's own. */
function useCarouselControls({ area, index, count, step, goTo }: Steering): void {
  useEffect(() => {
    const element = area.current
    if (!element || count < 2) return
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => goTo(0),
      End: () => goTo(count - 1),
    }
    const press = (event: KeyboardEvent) => {
      const act = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    const click = ({ target }: MouseEvent) => {
      const slide = target instanceof Element ? target.closest('li') : null
      const clicked = slide ? [...(slide.parentElement?.children ?? [])].indexOf(slide) : -1
      if (clicked >= 0 && clicked !== index) goTo(clicked)
    }
    element.addEventListener('keydown', press)
    element.addEventListener('click', click)
    return () => {
      element.removeEventListener('keydown', press)
      element.removeEventListener('click', click)
    }
  }, [area, index, count, step, goTo])
}
