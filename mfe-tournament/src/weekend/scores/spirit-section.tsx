import { compareNames } from '@ultimate/events/language/fold.ts'
import type { GivenSheet, MissingSheet } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import { spiritKeys, spiritQuestions } from '@ultimate/events/tournament/weekend/spirit.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { FoldedSection } from '../../pages/folded-section.tsx'
import styles from './staff-scores-page.module.css'

/** Sheets are not stored on the device, because comments are personal data of captains. */
const useSpiritSheets = () =>
  useLiveQuery({ key: ['scores', 'spirit'], read: (signal) => call('GET /api/spirit', {}, { signal }) })

/** The spirit sheets that are missing, and those that were given. */
export function SpiritSection() {
  const { data, error, isFetching, refetch } = useSpiritSheets()
  return (
    <section aria-labelledby="spirit" data-region="spirit">
      <h2 id="spirit" className={styles['title']}>
        Spirit
      </h2>
      {data ? (
        <div className={styles['sheets']}>
          {data.missing.length === 0 ? (
            <Notice tone="good">Every team has given its sheets.</Notice>
          ) : (
            <FoldedSection title={`Missing sheets (${data.missing.length})`} headingLevel={3}>
              <MissingSheets sheets={data.missing} />
            </FoldedSection>
          )}
          {data.sheets.length > 0 && (
            <FoldedSection title={`Given sheets (${data.sheets.length})`} headingLevel={3}>
              <GivenSheets sheets={data.sheets} />
            </FoldedSection>
          )}
        </div>
      ) : error ? (
        <ErrorPanel
          title={messageOrStatus(error, 'Failed to load the spirit sheets')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading label="Loading the spirit sheets">
          <Skeleton shape="block" className={styles['skeleton']} />
        </Loading>
      )}
    </section>
  )
}

/** The missing sheets by the team that has not given them. */
function MissingSheets({ sheets }: { readonly sheets: readonly MissingSheet[] }) {
  const sorted = sheets.toSorted((one, other) => compareNames(one.team.name, other.team.name))
  const byTeam = Map.groupBy(sorted, ({ team }) => team.id)
  return (
    <ul className={styles['list']}>
      {[...byTeam].map(([id, sheetsOfTeam]) => (
        <li key={id} className={styles['sheet']}>
          <p className={styles['name']}>
            <bdi>{sheetsOfTeam[0]?.team.name}</bdi>
          </p>
          <ul className={styles['games']}>
            {sheetsOfTeam.map(({ game, opponent }) => (
              <li key={game.id}>
                {nameGame(game)} against <bdi>{opponent.name}</bdi>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** The newest first. */
function GivenSheets({ sheets }: { readonly sheets: readonly GivenSheet[] }) {
  const sorted = sheets.toSorted((one, other) => Date.parse(other.given_at) - Date.parse(one.given_at))
  return (
    <ul className={styles['list']}>
      {sorted.map((sheet) => (
        <li key={`${sheet.game.id} ${sheet.team.id}`} className={styles['sheet']}>
          <div className={styles['head']}>
            <p className={styles['name']}>
              <bdi>{sheet.team.name}</bdi> about <bdi>{sheet.opponent.name}</bdi>
            </p>
            <p className={styles['total']}>
              <b>{sheet.total}</b> of 20
            </p>
          </div>
          <p className={styles['from']}>
            {nameGame(sheet.game)}, <time dateTime={sheet.given_at}>{venueMoment(new Date(sheet.given_at))}</time>
          </p>
          <dl className={styles['scores']}>
            {spiritKeys.map((key) => (
              <div key={key}>
                <dt>{spiritQuestions[key]}</dt>
                <dd>{sheet[key]}</dd>
              </div>
            ))}
          </dl>
          {sheet.comment && (
            <blockquote className={styles['comment']}>
              <bdi>{sheet.comment}</bdi>
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  )
}
