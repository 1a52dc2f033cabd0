import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/** What a part puts into the frame: as wide as all pages are, and without margins on paper. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles['page'], className)} />
}

/** On paper only: a title, a date, a place to sign. */
export function PrintOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles['printOnly']}>{children}</div>
}

/** On the screen only: what has no use on paper. */
export function ScreenOnly({ children }: { readonly children: ReactNode }) {
  return <div className={styles['screenOnly']}>{children}</div>
}
