import { type RefObject, useEffect } from 'react'

interface Steering {
  readonly area: RefObject<HTMLElement | null>
  readonly index: number
  readonly count: number
  readonly step: (by: 1 | -1) => void
  readonly goTo: (index: number) => void
}

/** Arrows, Home and End while the focus is in the carousel, and a click on a neighbour; swiping is the carousel's own. */
export function useCarouselControls({ area, index, count, step, goTo }: Steering): void {
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
