import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './stat.module.css'

export interface StatProps {
  readonly value: ReactNode
  readonly label: ReactNode
  /** `desk` for counters above a list. */
  readonly density?: 'regular' | 'desk'
}

/** A big number and what it counts. Put several into a `<dl>`. */
export function Stat({ value, label, density = 'regular' }: StatProps) {
  return (
    <div className={classNames(styles['stat'], density === 'desk' && styles['desk'])}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>{value}</dd>
    </div>
  )
}
