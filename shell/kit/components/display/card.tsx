import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

export interface CardProps extends ComponentProps<'section'> {
  /** The colored edge on the left that goes with the state the card's words name. */
  readonly edge?: 'good' | 'warn' | 'bad' | 'accent' | undefined
  /** Less air, for lists and boards. */
  readonly compact?: boolean | undefined
}

/** Something one could pick up: a team, a pool, a slot. Not a box around text. */
export function Card({ edge, compact = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(styles['card'], edge && styles[edge], compact && styles['compact'], className)}
    />
  )
}
