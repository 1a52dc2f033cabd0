import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { confirmedIn, isCounted, type ShownTeam } from './team-list.ts'
import styles from './teams-page.module.css'

interface FieldStatusProps {
  readonly teams: readonly ShownTeam[] | undefined
  /** TD and admin also see how many have paid, and when too many are confirmed. */
  readonly canManage: boolean
}

/** Shows how many places are taken. Keeps its size while the teams load. */
export function FieldStatus({ teams: listed, canManage }: FieldStatusProps) {
  const { capacity, fee } = useFacts()
  const teams = listed?.filter(isCounted)
  const confirmed = teams && confirmedIn(teams)
  const waiting = teams && teams.length - (confirmed ?? 0)
  const paid = teams?.filter((team) => team.paid).length
  const beyond = canManage ? Math.max(0, (confirmed ?? 0) - capacity) : 0
  return (
    <div className={styles['summary']} aria-busy={teams === undefined}>
      <dl className={styles['numbers']} data-beyond={beyond > 0 || undefined}>
        <Stat density="desk" value={confirmed ?? '–'} label={`confirmed of ${capacity}`} />
        <Stat density="desk" value={waiting ?? '–'} label="on the waitlist" />
        <Stat density="desk" value={teams?.length ?? '–'} label="teams in all" />
        {canManage && <Stat density="desk" value={paid ?? '–'} label={fee === '' ? 'paid' : `paid (${fee})`} />}
      </dl>
      {beyond > 0 ? (
        <Notice tone="warn" announce="status" className={styles['beyond']}>
          <span className={styles['stands']}>
            {confirmed} confirmed of {capacity}:{' '}
          </span>
          {beyond} more than there are spots.
        </Notice>
      ) : (
        <Field confirmed={confirmed ?? 0} />
      )}
    </div>
  )
}

/** A dot for every spot, filled where a team has it. */
function Field({ confirmed }: { readonly confirmed: number }) {
  const { capacity } = useFacts()
  return (
    <div className={styles['field']} aria-hidden="true">
      {Array.from({ length: capacity }, (_, place) => `place-${place + 1}`).map((name, place) => (
        <span key={name} className={styles['dot']} data-taken={place < confirmed || undefined} />
      ))}
    </div>
  )
}
