import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'
import tones from './tone.module.css'

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

const icons: Record<NoticeTone, LucideIcon> = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

export interface NoticeProps {
  readonly tone?: NoticeTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** A button at the end of the line. */
  readonly action?: ReactNode
  /** `status` is announced politely, `alert` at once; without it the notice is only read where it stands. */
  readonly announce?: 'status' | 'alert' | undefined
  readonly className?: string | undefined
}

/** A sentence that belongs to the part of the page below it. */
export function Notice({ tone = 'info', title, children, action, announce, className }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={classNames(styles['notice'], tones[tone], className)} role={announce}>
      <Icon className={styles['icon']} aria-hidden="true" />
      <div className={styles['words']}>
        {title && <p className={styles['title']}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}

interface InlineErrorProps {
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

/** Shows why the last action failed, in a sentence, right where it was asked for. */
export function InlineError({ icon: Icon = CircleAlert, children }: InlineErrorProps) {
  return (
    <div className={classNames(styles['error'], tones['bad'])}>
      <Icon aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
