import type { ReactNode } from 'react'
import { FlightArc } from '../art/flight-arc.tsx'
import styles from './opens-later.module.css'

export interface OpensLaterProps {
  /** The title of the page. */
  readonly title: string
  /** One honest sentence: what will be here, and when. */
  readonly children: ReactNode
}

/** The page of something that is not open yet. */
export function OpensLater({ title, children }: OpensLaterProps) {
  return (
    <section className={styles['panel']}>
      <h1 className={styles['title']}>{title}</h1>
      <p className={styles['text']}>{children}</p>
      <FlightArc className={styles['arc']} />
    </section>
  )
}
