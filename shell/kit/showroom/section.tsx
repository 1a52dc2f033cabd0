import type { ReactNode } from 'react'
import styles from './showroom.module.css'

export interface SectionProps {
  readonly title: string
  /** On pine instead of paper. */
  readonly festive?: boolean
  readonly children: ReactNode
}

/** One family of components. */
export function Section({ title, festive = false, children }: SectionProps) {
  return (
    <div className={styles['section']} data-ground={festive ? 'festive' : undefined}>
      <h2 className={styles['sectionTitle']}>{title}</h2>
      {children}
    </div>
  )
}

/** Elements beside one another that wrap. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>
}

/** Elements below one another. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles['stack']}>{children}</div>
}
