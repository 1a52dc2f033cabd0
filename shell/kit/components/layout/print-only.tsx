import type { ReactNode } from 'react'
import styles from './print-only.module.css'

/** On paper only: a title, a date, a place to sign. */
export function PrintOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles['printOnly']}>{children}</div>
}

/** On the screen only: what has no use on paper. */
export function ScreenOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles['screenOnly']}>{children}</div>
}
