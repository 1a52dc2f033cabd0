import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { Feather, type FeatherTone } from '@ultimate/kit/art/feather.tsx'
import { Medal } from 'lucide-react'
import type { Following } from './bracket-game.tsx'
import { ordinal } from './drawn-bracket.ts'
import styles from './final-places.module.css'

interface FinalPlacesProps {
  readonly places: ShownBracket['places']
  readonly following: Pick<Following, 'team'>
}

const feathers: readonly FeatherTone[] = ['gold', 'cranberry', 'pumpkin']

/** The final places, as far as they are decided. */
export function FinalPlaces({ places, following }: FinalPlacesProps) {
  return (
    <section className={styles['places']} aria-labelledby="final-places">
      <h2 id="final-places">Final places</h2>
      <ol className={styles['list']}>
        {places.map(({ place, team }) => (
          <li
            key={place}
            className={styles['place']}
            data-place={place}
            data-open={team === null || undefined}
            data-on-path={(team !== null && team.id === following.team) || undefined}
          >
            <span className={styles['rank']}>
              {place <= 3 && <Medal className={styles['medal']} aria-hidden="true" />}
              {ordinal(place)}
            </span>
            <bdi key={team?.id ?? 'open'}>{team?.name ?? 'To be decided'}</bdi>
            {place <= 3 && team && <Feather tone={feathers[place - 1] ?? 'gold'} className={styles['feather']} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
