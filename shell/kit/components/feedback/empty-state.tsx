import type { ReactNode } from 'react'
import { RestingDisc } from '../../art/disc.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** The next step, in one sentence. */
  readonly children?: ReactNode
  /** The button or link that does it. */
  readonly action?: ReactNode
  /** The level of the title in the page's outline. */
  readonly headingLevel?: 2 | 3
}

/** Nothing here yet, drawn on purpose. */
export function EmptyState({ title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={styles['empty']}>
      <RestingDisc className={styles['art']} />
      <Heading className={styles['title']}>{title}</Heading>
      {children && <div className={styles['text']}>{children}</div>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  )
}
