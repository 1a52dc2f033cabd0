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
 * State of something that lies over the page and closes when the page changes. It is open for an entry of the history, so
 * leaving that entry closes it in the same rendering, and coming back to it does not open it again.
 */
export function useClosingWithPage<T>(): [value: T | null, set: (value: T | null) => void] {
  const { key } = useLocation()
  const [opened, setOpened] = useState<{ readonly at: string; readonly value: T } | null>(null)
  const isLeft = opened !== null && opened.at !== key
  if (isLeft) setOpened(null)
  const value = isLeft ? null : (opened?.value ?? null)
  return [value, (next) => setOpened(next === null ? null : { at: key, value: next })]
}

export interface OpenMenu<T> {
  readonly open: T | null
  readonly setOpen: (value: T | null) => void
  /** The props of the element around the buttons and what they open. */
  readonly around: {
    readonly ref: RefObject<HTMLElement | null>
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * Lists of pages behind buttons (`data-menu-button`), of which one is open at a time (`data-menu-open`). Escape, Back, a
 * press outside and the focus leaving close it; the arrow keys walk, from the button into the list and from button to button.
 */
export function useMenu<T>(): OpenMenu<T> {
  const [open, setOpen] = useClosingWithPage<T>()
  const ref = useRef<HTMLElement>(null)
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
  return { open, setOpen, around: { ref, onKeyDown, onBlur } }
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

/** Moves the focus as a key asks; false where the key asks for nothing here. */
function walk(key: string, menu: HTMLElement): boolean {
  const way = walks[key]
  const from = document.activeElement
  if (!way || !(from instanceof HTMLElement) || !menu.contains(from)) return false
  // Down, on a button whose list is closed, opens it first.
  if (way.along === entries && from.ariaExpanded === 'false') from.click()
  queueMicrotask(() => {
    const stops = [...menu.querySelectorAll<HTMLElement>(way.along)]
    // From inside a list, the way along the buttons begins at the one that opened it.
    const at = stops.findIndex((stop) => stop === from || (way.along === buttons && stop.parentElement?.contains(from)))
    const next = at === -1 ? (way.by === 1 ? 0 : stops.length - 1) : (at + way.by + stops.length) % stops.length
    stops[next]?.focus()
  })
  return true
}
