import { dishesPerTeam } from '@ultimate/events/dinner/slot.ts'
import styles from './team-plates.module.css'

export interface TeamPlatesProps {
  readonly team: string
  readonly count: number
}

const plates = Array.from({ length: dishesPerTeam }, (_, index) => index)

/** A team's dishes out of those it is asked for, as plates that fill. */
export function TeamPlates({ team, count }: TeamPlatesProps) {
  return (
    <div className={styles['team']}>
      <bdi className={styles['name']}>{team}</bdi>
      <span className={styles['count']}>
        {count}/{dishesPerTeam}
        <span className={styles['unit']}> dishes</span>
      </span>
      <span className={styles['plates']} aria-hidden="true">
        {plates.map((plate) => (
          <span key={plate} className={styles['plate']} data-full={plate < count || undefined} />
        ))}
      </span>
    </div>
  )
}
