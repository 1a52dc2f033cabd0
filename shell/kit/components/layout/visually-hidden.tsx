import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text for people who listen to the page: read out, never seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles['hidden']}>{children}</span>
}

/** The first stop of the Tab key: jumps over the navigation to the element with this id (give it tabIndex -1). */
export function SkipLink({ target = 'main' }: { readonly target?: string }) {
  return (
    <a className={styles['skip']} href={`#${target}`}>
      Skip to content
    </a>
  )
}
