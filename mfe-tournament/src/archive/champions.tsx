import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { FeatheredDisc } from '@ultimate/kit/art/feathered-disc.tsx'
import type { Archive } from './archive-query.ts'
import styles from './champions.module.css'

/** The winners, where a bracket was played to its end. */
export function Champions({ results }: Pick<Archive, 'results'>) {
  const champions = divisions.flatMap((division) => {
    const team = results[division].bracket?.places.find(({ place }) => place === 1)?.team
    return team ? [{ division, team }] : []
  })
  if (champions.length === 0) return null
  return (
    <section className={styles['champions']} data-ground="festive" aria-label="Champions">
      <dl className={styles['list']}>
        {champions.map(({ division, team }) => (
          <div key={division}>
            <dt>{divisionLabels[division]} champion</dt>
            <dd>
              <bdi>{team.name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <FeatheredDisc className={styles['disc']} />
    </section>
  )
}
