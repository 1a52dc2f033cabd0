import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import styles from './slots-loading.module.css'

const cards = Array.from({ length: 18 }, (_, index) => `card-${index}`)

/** The first section before its slots are there. */
export function SlotsLoading() {
  return (
    <div>
      <SectionHead title="Dishes" feather="cranberry">
        The kitchen list is on its way.
      </SectionHead>
      <Loading label="Loading slots" className={styles['grid']}>
        {cards.map((card) => (
          <Skeleton key={card} shape="block" className={styles['card']} />
        ))}
      </Loading>
    </div>
  )
}
