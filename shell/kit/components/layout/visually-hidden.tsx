import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text for people who listen to the page: read out, never seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles['hidden']}>{children}</span>
}
