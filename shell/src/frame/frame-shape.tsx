import { SkipLink } from '@ultimate/kit/components/layout/page.tsx'
import { ProgressLine } from '@ultimate/kit/components/loading/progress-line.tsx'
import type { ReactNode, Ref } from 'react'
import styles from './frame.module.css'

export interface FrameShapeProps {
  readonly header: ReactNode
  readonly footer: ReactNode
  /** A page is on its way. */
  readonly loading: boolean
  readonly main?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** The layout of the frame, shared by the prerendered page and the one that React draws. */
export function FrameShape({ header, footer, loading, main, children }: FrameShapeProps) {
  return (
    <div className={styles['frame']}>
      <SkipLink />
      {header}
      <ProgressLine active={loading} />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      {footer}
    </div>
  )
}
