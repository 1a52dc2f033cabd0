import type { ReactNode } from 'react'
import styles from './showroom.module.css'

export interface ShelfProps {
  readonly title: string
  /** On pine instead of paper. */
  readonly festive?: boolean
  readonly children: ReactNode
}

/** One family of components. */
export function Shelf({ title, festive = false, children }: ShelfProps) {
  return (
    <div className={styles['shelf']} data-ground={festive ? 'festive' : undefined}>
      <h2 className={styles['shelfTitle']}>{title}</h2>
      {children}
    </div>
  )
}

/** Things beside one another that wrap. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>
}

/** Things below one another. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles['stack']}>{children}</div>
}
