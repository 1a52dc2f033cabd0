import { VisuallyHidden } from '@ultimate/kit/components/layout/visually-hidden.tsx'
import styles from './places.module.css'

export interface PlacesProps {
  readonly count: number
  readonly max: number
  /** How many of the taken ones are this device's. */
  readonly own: number
}

/** More than these are no longer counted by eye. */
const mostDiscs = 16

/** `7/10`, and the same as discs: taken, mine, free. */
export function Places({ count, max, own }: PlacesProps) {
  return (
    <div className={styles['places']}>
      <span className={styles['count']}>
        {count}/{max}
        <VisuallyHidden> signed up</VisuallyHidden>
      </span>
      {max > 1 && max <= mostDiscs && (
        <span className={styles['discs']} aria-hidden="true">
          {Array.from({ length: max }, (_, index) => index).map((place) => (
            <span key={place} className={styles['disc']} data-kind={kindOf(place, { count, own })} />
          ))}
        </span>
      )}
    </div>
  )
}

function kindOf(place: number, { count, own }: Pick<PlacesProps, 'count' | 'own'>): 'own' | 'taken' | 'free' {
  if (place >= count) return 'free'
  return place < own ? 'own' : 'taken'
}
