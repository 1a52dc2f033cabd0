import { Check, CircleAlert, Clock, type LucideIcon, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'
import tones from './tone.module.css'

export type BadgeTone = 'good' | 'warn' | 'bad' | 'neutral'

const toneIcons: Record<BadgeTone, LucideIcon> = { good: Check, warn: Clock, bad: CircleAlert, neutral: Minus }

export interface BadgeProps {
  readonly tone?: BadgeTone | undefined
  /** Replaces the icon of the tone. There is always an icon: color alone carries no meaning. */
  readonly icon?: LucideIcon | undefined
  readonly className?: string | undefined
  /** The word that carries the meaning. */
  readonly children: ReactNode
}

/** A status in one word with its icon, such as Confirmed or Waitlist. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  const Icon = icon ?? toneIcons[tone]
  return (
    <span className={classNames(styles['badge'], tones[tone], className)}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  )
}
