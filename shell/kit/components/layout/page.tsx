import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/** Draws the page of a part in the frame: as wide as all pages are, and without margins on paper. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles['page'], className)} />
}

/** Draws its content on paper only: a title, a date, a place to sign. */
export function PrintOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles['printOnly']}>{children}</div>
}

/** Draws its content on the screen only, because it has no use on paper. */
export function ScreenOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles['screenOnly']}>{children}</div>
}

export interface VisuallyHiddenProps {
  /** The id by which it can describe another element. */
  readonly id?: string
  readonly children: ReactNode
}

/** Text for people who listen to the page: read out, never seen. */
export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} className={styles['hidden']}>
      {children}
    </span>
  )
}

/** The first stop of the Tab key: jumps over the navigation to the page's main element. */
export function SkipLink() {
  return (
    <a className={styles['skip']} href="#main">
      Skip to content
    </a>
  )
}

/**
 * Returns whether the page is being printed. Draws at once, because the printer takes what is drawn during the event.
 */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
