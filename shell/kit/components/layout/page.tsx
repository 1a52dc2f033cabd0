import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './page.module.css'

/** What a part puts into the frame: as wide as all pages are, and without margins on paper. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles['page'], className)} />
}
