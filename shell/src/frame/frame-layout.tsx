import { SkipLink, VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import type { ReactNode, Ref } from 'react'
import styles from './frame.module.css'

export interface FrameLayoutProps {
  readonly header: ReactNode
  readonly footer: ReactNode
  /** A page is on its way. */
  readonly loading: boolean
  readonly main?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** The layout of the frame, for the prerendered page and for the page that React draws. */
export function FrameLayout({ header, footer, loading, main, children }: FrameLayoutProps) {
  return (
    <div className={styles['frame']}>
      <SkipLink />
      {header}
      <ProgressLine isActive={loading} />
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        {children}
      </main>
      {footer}
    </div>
  )
}

/** A line that runs while the next page is on its way. Its room is always reserved. */
function ProgressLine({ isActive }: { readonly isActive: boolean }) {
  return (
    <div className={styles['progressPlace']} role="status">
      {isActive && (
        <>
          <span className={styles['progress']} aria-hidden="true" />
          <VisuallyHidden>Loading</VisuallyHidden>
        </>
      )}
    </div>
  )
}
