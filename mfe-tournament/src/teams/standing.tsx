import type { Team } from '@ultimate/events/tournament/api.ts'
import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import { Stat } from '@ultimate/kit/components/stat.tsx'
import styles from './standing.module.css'

/** How full the field is. Its room is kept while the teams are on their way. */
export function Standing({ teams }: { readonly teams: Team[] | undefined }) {
  const waiting = teams?.filter((team) => team.status === 'waitlist').length
  const confirmed = teams && waiting !== undefined ? teams.length - waiting : undefined
  return (
    <dl className={styles['standing']} aria-busy={teams === undefined}>
      <Stat density="desk" value={confirmed ?? '–'} label={`confirmed of ${confirmedCapacity}`} />
      <Stat density="desk" value={waiting ?? '–'} label="on the waitlist" />
      <Stat density="desk" value={teams?.length ?? '–'} label="teams in all" />
    </dl>
  )
}
