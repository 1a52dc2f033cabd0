import { letterOf } from '@ultimate/events/tournament/pools.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import styles from './pool-letter.module.css'

interface PoolLetterProps {
  /** The pool's whole name. */
  readonly name: string
  /** For dense desks. */
  readonly compact?: boolean
}

/** A pool's letter on a disc, for the eye; the name stands beside it. */
export function PoolLetter({ name, compact = false }: PoolLetterProps) {
  return (
    <span className={classNames(styles['letter'], compact && styles['compact'])} aria-hidden="true">
      {letterOf(name)}
    </span>
  )
}
