import type { TeamPage } from '@ultimate/events/tournament/team-page-api.ts'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import styles from './team-page.module.css'

/** What was done about the team, the newest first. */
export function History({ team: { id, team_name } }: { readonly team: TeamPage }) {
  const { data, error, isFetching, refetch } = useLiveQuery({
    key: ['teams', 'history', id],
    read: async (signal) => call('GET /api/teams/{id}/history', { params: { id } }, { signal }),
  })
  return (
    <section className={styles['section']} aria-labelledby="history">
      <div className={styles['head']}>
        <h2 id="history" className={styles['title']}>
          History
        </h2>
        <HistoryLink subject={`team-${id}`} name={team_name} isNamed />
      </div>
      {data ? (
        <ol className={styles['list']}>
          {data.events.map(({ position, at, by, text, was }) => (
            <li key={position}>
              <p className={styles['prose']}>
                <b>{by}</b> <bdi>{text}</bdi>
                {was !== null && <span className={styles['about']}> (was {was})</span>}
              </p>
              <p className={styles['about']}>{venueMoment(new Date(at))}</p>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorPanel title="The history could not be loaded." onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows label="Loading the history" rows={4} />
      )}
    </section>
  )
}
