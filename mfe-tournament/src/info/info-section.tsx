import type { FeatherTone } from '@ultimate/kit/art/feather-shape.ts'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import type { ReactNode } from 'react'
import styles from './info-section.module.css'
import { type SectionId, sections } from './sections.ts'

interface InfoSectionProps {
  readonly id: SectionId
  readonly feather: FeatherTone
  /** A sentence under the head. */
  readonly lead?: string
  readonly children: ReactNode
}

/** A section that can be linked to, and that can take the focus when somebody comes by such a link. */
export function InfoSection({ id, feather, lead, children }: InfoSectionProps) {
  const title = sections.find((section) => section.id === id)?.label ?? ''
  return (
    <section className={styles['section']} id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <SectionHead title={title} id={`${id}-title`} feather={feather}>
        {lead}
      </SectionHead>
      {children}
    </section>
  )
}
