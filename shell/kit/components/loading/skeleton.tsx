import { connectionOf, useConnectionStore } from '@ultimate/kit/state/connection.ts'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../layout/page.tsx'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** `line` for text, `title` for a heading, `block` for anything sized by its class, `disc` for something round. */
  readonly shape?: 'line' | 'title' | 'block' | 'disc'
  /** Gives the final size, so that nothing moves when the content comes. */
  readonly className?: string | undefined
}

/** The place of something still under way, combed like a feather. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames(styles['skeleton'], styles[shape], className)} />
}

export interface LoadingProps {
  /** The activity, such as 'Loading teams'. */
  readonly label: string
  /** Skeletons of the final size. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/**
 * Wraps the skeletons of one area. It announces once to screen readers what is loading. While the device is offline, it
 * shows everyone that the content waits for the connection.
 */
export function Loading({ label, children, className }: LoadingProps) {
  const isOffline = useConnectionStore(connectionOf) === 'offline'
  const why = 'You’re offline. This loads when you’re back online.'
  return (
    <div className={classNames(styles['loading'], className)} aria-busy="true">
      <div role="status">
        <VisuallyHidden>{isOffline ? `${label}. ${why}` : label}</VisuallyHidden>
      </div>
      {children}
      {isOffline && (
        <p className={styles['offline']} aria-hidden="true">
          {why}
        </p>
      )}
    </div>
  )
}

/** Rows of a list or table before they are there; each as high as a row of DataTable. */
export function SkeletonRows({ label, rows = 6 }: { readonly label: string; readonly rows?: number }) {
  return (
    <Loading label={label}>
      <div>
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
          <div key={row} className={styles['row']}>
            <Skeleton className={styles['long']} />
            <Skeleton className={styles['short']} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
