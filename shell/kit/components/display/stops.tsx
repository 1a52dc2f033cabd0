import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './stops.module.css'

export interface StopProps {
  readonly day: ReactNode
  /** An hour or a word, in the largest letters. */
  readonly time: string
  readonly title: string
  readonly text: string
  /** Content below the text, such as a link. */
  readonly children?: ReactNode
  readonly className?: string | undefined
}

interface StopsProps {
  /** `large` where they are what the page is about: taller hours, more air, shorter lines. */
  readonly size?: 'regular' | 'large'
  readonly className?: string | undefined
  /** `Stop` elements. */
  readonly children: ReactNode
}

/** Draws events one after another, as a throw that goes down the page from disc to disc. */
export function Stops({ size = 'regular', className, children }: StopsProps) {
  return <ol className={classNames(styles['stops'], size === 'large' && styles['large'], className)}>{children}</ol>
}

export function Stop({ day, time, title, text, children, className }: StopProps) {
  return (
    <li className={classNames(styles['stop'], className)}>
      <p className={styles['day']}>{day}</p>
      <p className={styles['time']}>{time}</p>
      <h3 className={styles['title']}>{title}</h3>
      <p className={styles['text']}>{text}</p>
      {children}
    </li>
  )
}
