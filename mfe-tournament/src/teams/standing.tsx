import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import styles from './standing.module.css'
import { isCounted, type KnownTeam } from './team-list.ts'

/** How many places are taken. Keeps its size while the teams load. */
export function Standing({ teams: known }: { readonly teams: readonly KnownTeam[] | undefined }) {
  const teams = known?.filter(isCounted)
  const waiting = teams?.filter((team) => team.status === 'waitlist').length
  const confirmed = teams && waiting !== undefined ? teams.length - waiting : undefined
  return (
    <div className={styles['standing']} aria-busy={teams === undefined}>
      <dl className={styles['numbers']}>
        <Stat density="desk" value={confirmed ?? '–'} label={`confirmed of ${confirmedCapacity}`} />
        <Stat density="desk" value={waiting ?? '–'} label="on the waitlist" />
        <Stat density="desk" value={teams?.length ?? '–'} label="teams in all" />
      </dl>
      <Field confirmed={confirmed ?? 0} />
    </div>
  )
}

/** A dot for every place, filled where a team has it: the numbers as a picture. */
function Field({ confirmed }: { readonly confirmed: number }) {
  return (
    <div className={styles['field']} aria-hidden="true">
      {Array.from({ length: confirmedCapacity }, (_, place) => `place-${place + 1}`).map((name, place) => (
        <span key={name} className={styles['dot']} data-taken={place < confirmed || undefined} />
      ))}
    </div>
  )
}
