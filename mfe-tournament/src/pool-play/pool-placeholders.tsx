import { letterAt } from '@ultimate/events/tournament/pools/pools.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Flame } from 'lucide-react'
import cardStyles from './pool-card.module.css'
import { PoolLetter } from './pool-card.tsx'
import styles from './pool-placeholders.module.css'

/** Shown before any pools are public, in the shape of the page to come. */
export function NoPublicPools() {
  return (
    <section className={styles['preheating']}>
      <p className={styles['words']}>Final pools and schedules will be posted closer to the event weekend.</p>
      <div className={cardStyles['grid']}>
        {[0, 1, 2].map((index) => (
          <Card key={index} className={cardStyles['card']}>
            <div className={cardStyles['head']}>
              <PoolLetter name={`Pool ${letterAt(index)}`} />
              <Skeleton className={styles['name']} />
              <span className={styles['mark']}>
                <Flame aria-hidden="true" />
                preheating
              </span>
            </div>
            <div className={cardStyles['places']}>
              {[1, 2, 3, 4].map((position) => (
                <div key={position} className={cardStyles['place']}>
                  <span className={styles['label']} aria-hidden="true">
                    {letterAt(index)}
                    {position}
                  </span>
                  <Skeleton className={styles['team']} />
                </div>
              ))}
            </div>
          </Card>
        ))}
      </div>
    </section>
  )
}

/** Cards of about the right size while the pools load. */
export function PoolSkeletons() {
  return (
    <div className={cardStyles['grid']} aria-hidden="true">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} shape="block" className={styles['card']} />
      ))}
    </div>
  )
}
