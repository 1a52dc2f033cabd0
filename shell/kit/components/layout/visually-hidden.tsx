import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

export interface VisuallyHiddenProps {
  /** By which another element can be described. */
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

/** The first stop of the Tab key: jumps over the navigation to the element with this id (give it tabIndex -1). */
export function SkipLink({ target = 'main' }: { readonly target?: string }) {
  return (
    <a className={styles['skip']} href={`#${target}`}>
      Skip to content
    </a>
  )
}
