import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'
import tones from './tone.module.css'

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
