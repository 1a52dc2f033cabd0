import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './folded-summary.module.css'

/** The line of a `details` element that stays in sight, with an arrow that turns as it opens. */
export function FoldedSummary({ children }: { readonly children: ReactNode }) {
  return (
    <summary className={styles['summary']}>
      <ChevronRight aria-hidden="true" />
      {children}
    </summary>
  )
}
