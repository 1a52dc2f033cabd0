import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useCallback, useRef } from 'react'
import print from '../print.module.css'
import styles from './carousel.module.css'
import { Slide } from './slide.tsx'
import { isNear, useCarousel, useReducedMotion } from './use-carousel.ts'
import { useSlideshow } from './use-slideshow.ts'
import { useCarouselControls } from './use-steering.ts'

/** One photo at a time, its neighbours beside it; the rest of the ring waits without being loaded. */
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
  /** While it moves by itself, screen readers do not announce every photo. */
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
