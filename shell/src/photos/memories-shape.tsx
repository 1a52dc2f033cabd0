import type { ReactNode } from 'react'
import styles from './memories-shape.module.css'

/** The heading and the room below it; the same while photos are on their way, there, missing or out of reach. */
export function MemoriesShape({ children }: { readonly children: ReactNode }) {
  return (
    <section className={styles['memories']} aria-labelledby="memories-title">
      <header className={styles['head']}>
        <h2 id="memories-title">Past Tournament Memories</h2>
        <p>Cold grass, warm plates, and at least one layout nobody believed without a picture.</p>
      </header>
      <div className={styles['room']}>{children}</div>
    </section>
  )
}
