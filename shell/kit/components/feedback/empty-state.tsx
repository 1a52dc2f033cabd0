import type { ReactNode } from 'react'
import { DiscMarks } from '../../art/disc.tsx'
import { FeatherMarks } from '../../art/feather.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** The next step, in one sentence. */
  readonly children?: ReactNode
  /** The button or link for the next step. */
  readonly action?: ReactNode
  /** The level of the title in the page's outline. */
  readonly headingLevel?: 2 | 3
}

/** Shows that there is nothing here yet. */
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

/** A disc in the grass with two feathers left behind, for empty states. */
export function RestingDisc({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
      <ellipse cx="102" cy="106" rx="86" ry="9" fill="var(--color-line)" />
      <FeatherMarks tone="gold" length={86} halfWidth={17} barbs={5} transform="translate(116 88) rotate(26)" />
      <FeatherMarks tone="cranberry" length={76} halfWidth={15} barbs={5} transform="translate(124 94) rotate(60)" />
      <g transform="translate(90 70) rotate(-10)">
        <DiscMarks radius={56} />
      </g>
      <path
        d="M14 106q3-12-2-20m9 20q0-9 5-15m144 15q-3-13 3-21m6 21q1-8-4-13"
        fill="none"
        stroke="var(--color-good)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
