import { FoldedSummary } from '@ultimate/kit/components/display/folded-summary.tsx'
import { type ReactNode, useState } from 'react'
import styles from './folded-section.module.css'

interface FoldedSectionProps {
  readonly title: string
  readonly headingLevel: 2 | 3
  /** The content, which is not drawn before the section is opened. */
  readonly children: ReactNode
}

/** A section that is seldom looked at: its title alone, until it is opened. */
export function FoldedSection({ title, headingLevel, children }: FoldedSectionProps) {
  const [isOpen, setOpen] = useState(false)
  const Heading = `h${headingLevel}` as const
  return (
    <details className={styles['section']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <FoldedSummary>
        <Heading className={styles['title']}>{title}</Heading>
      </FoldedSummary>
      {isOpen && children}
    </details>
  )
}
