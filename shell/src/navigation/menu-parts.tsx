import { useBackCloses } from '@ultimate/kit/components/overlays/overlay-history.ts'
import { NavLink, type NavLinkProps, useLocation } from '@ultimate/kit/router.ts'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Page } from './pages.ts'

export interface PageLinkProps extends Omit<NavLinkProps, 'to' | 'children' | 'className'> {
  readonly page: Page
  readonly className?: string | undefined
}

/** A link to a page, marked as the current one while it is shown. */
export function PageLink({ page, className, ...rest }: PageLinkProps) {
  return (
    <NavLink {...rest} className={className ?? ''} to={page.path} end>
      {page.label}
    </NavLink>
  )
}

/**
 * The state of something that lies over the page and closes when the page changes. It is open for one entry of the
 * history. Leaving that entry closes it in the same rendering, and coming back does not open it again. The value names
 * which of several is open (`true` where there is one); null while none is.
 */
export function useClosingWithPage<T>(): [value: T | null, set: (value: T | null) => void] {
  const { key } = useLocation()
  const [openState, setOpenState] = useState<{ readonly at: string; readonly value: T } | null>(null)
  const isLeft = openState !== null && openState.at !== key
  if (isLeft) setOpenState(null)
  const value = isLeft ? null : (openState?.value ?? null)
  return [value, (next) => setOpenState(next === null ? null : { at: key, value: next })]
}

export interface OpenMenu<T, Container> {
  /** Names the open list (`true` where there is one list); null while none is open. */
  readonly open: T | null
  readonly setOpen: (value: T | null) => void
  /** For the element around the buttons and what they open. */
  readonly containerProps: {
    readonly ref: RefObject<Container | null>
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * Lists of pages behind buttons (`data-menu-button`), of which one is open at a time (`data-menu-open`). Escape, Back,
 * a press outside and the focus leaving close it. The arrow keys walk from the button into the list, and from button to
 * button.
 */
export function useMenu<T, Container extends HTMLElement = HTMLElement>(): OpenMenu<T, Container> {
  const [open, setOpen] = useClosingWithPage<T>()
  const ref = useRef<Container>(null)
  const isOpen = open !== null
  const close = useRef(setOpen)
  close.current = setOpen
  useBackCloses(isOpen, () => setOpen(null))

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) close.current(null)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      ref.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
      setOpen(null)
    } else if (ref.current && walk(event.key, ref.current)) {
      event.preventDefault()
      if (isOpen && walks[event.key]?.along === buttons) setOpen(null)
    }
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !ref.current?.contains(relatedTarget)) setOpen(null)
  }
  return { open, setOpen, containerProps: { ref, onKeyDown, onBlur } }
}

const buttons = '[data-menu-button]'
const entries = ':is([data-menu-open] a, [data-menu-open] button)'

/** The elements that a key walks along, and the direction. */
const walks: Readonly<Record<string, { readonly along: string; readonly by: 1 | -1 }>> = {
  ArrowDown: { along: entries, by: 1 },
  ArrowUp: { along: entries, by: -1 },
  ArrowRight: { along: buttons, by: 1 },
  ArrowLeft: { along: buttons, by: -1 },
}

/** Moves the focus by a key; returns false for keys that move nothing. */
function walk(key: string, menu: HTMLElement): boolean {
  const direction = walks[key]
  const focused = document.activeElement
  if (!direction || !(focused instanceof HTMLElement) || !menu.contains(focused)) return false
  // Down, on a button whose list is closed, opens it first.
  if (direction.along === entries && focused.ariaExpanded === 'false') focused.click()
  queueMicrotask(() => {
    const stops = [...menu.querySelectorAll<HTMLElement>(direction.along)]
    // From inside a list, the keys for the buttons start at the button that opened the list.
    const at = stops.findIndex(
      (stop) => stop === focused || (direction.along === buttons && stop.parentElement?.contains(focused)),
    )
    const first = direction.by === 1 ? 0 : stops.length - 1
    const next = (at + direction.by + stops.length) % stops.length
    stops[at === -1 ? first : next]?.focus()
  })
  return true
}
