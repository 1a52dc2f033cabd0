import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import tones from './tone.module.css'
import styles from './trouble.module.css'

interface TroubleProps {
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

/** Why what was just asked for did not happen, in a sentence, right where it was asked for. */
export function Trouble({ icon: Icon = CircleAlert, children }: TroubleProps) {
  return (
    <div className={classNames(styles['trouble'], tones['bad'])}>
      <Icon aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
