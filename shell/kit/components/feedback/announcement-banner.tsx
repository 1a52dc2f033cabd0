import { Megaphone, TriangleAlert, X } from 'lucide-react'
import { classNames } from '../class-names.ts'
import styles from './announcement-banner.module.css'

export interface AnnouncementBannerProps {
  readonly level: 'info' | 'warning'
  /** Shown as it is, with its line breaks. */
  readonly text: string
  /** If missing, the banner stays, as in a preview. */
  readonly onDismiss?: (() => void) | undefined
}

const icons = { info: Megaphone, warning: TriangleAlert }
const names = { info: 'Announcement:', warning: 'Warning:' }

/** An announcement of staff to everyone, as wide as its container. */
export function AnnouncementBanner({ level, text, onDismiss }: AnnouncementBannerProps) {
  const Icon = icons[level]
  return (
    <div className={classNames(styles['banner'], styles[level])}>
      <Icon className={styles['icon']} role="img" aria-label={names[level]} />
      <p className={styles['text']}>{text}</p>
      {onDismiss && (
        <button type="button" className={styles['dismiss']} aria-label="Dismiss this announcement" onClick={onDismiss}>
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
