import { fold, foldSearch } from '@ultimate/events/language/fold.ts'
import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useRegionFocus } from '../../pools/builder/grid/focus.ts'
import { useSchedule } from '../queries.ts'
import listStyles from '../schedule/game-list.module.css'
import { ScoreCard } from '../score-card.tsx'
import { dayName, groupByRound, sideName } from '../shown-games.ts'
import { useNow } from '../use-now.ts'
import { AttentionList, listAttention, takesResult } from './attention-list.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { SpiritSection } from './spirit-section.tsx'
import { storedGames, useStaffGames, type WantedResult } from './staff-games.ts'
import styles from './staff-scores-page.module.css'

/** /scores: the results that need TD or admin, and every game with its result. `?game=` opens one of them. */
export function StaffScoresPage() {
  const { data, error, isFetching, refetch } = useStaffGames()
  const storedAt = useStoredAnswer(storedGames)
  const { data: schedule } = useSchedule()
  return (
    <Page>
      <AsOf at={data ? storedAt : null} what="Scores are" />
      {data ? (
        <LoadedScores games={data.games} schedule={schedule} />
      ) : (
        <>
          <PageHeader density="desk" title="Scores" feather="cranberry" />
          {error ? (
            <ErrorPanel title="Failed to load the games" onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonRows label="Loading the games" rows={8} />
          )}
        </>
      )}
    </Page>
  )
}

/** The game whose result the dialog changes, and the result with which the dialog opens. */
export interface ResultToSet {
  readonly id: string
  readonly wanted?: WantedResult
}

interface LoadedScoresProps {
  readonly games: readonly StaffGame[]
  readonly schedule: ShownSchedule | undefined
}

function LoadedScores({ games, schedule }: LoadedScoresProps) {
  const [params, setParams] = useSearchParams()
  const linkedGame = params.get('game')
  const [dialog, setDialog] = useState<ResultToSet | 'leave' | null>(linkedGame === null ? null : { id: linkedGame })
  const { area, title } = useRegionFocus()
  const attention = listAttention(games, useNow())
  const fields = new Map(schedule?.fields.map(({ id, name }) => [id, name]))
  const close = () => {
    setDialog(null)
    if (linkedGame !== null) setParams({}, { replace: true })
  }
  const resultToSet = dialog === 'leave' ? null : dialog
  const game = resultToSet === null ? undefined : games.find(({ id }) => id === resultToSet.id)
  return (
    <div ref={area}>
      <PageHeader
        density="desk"
        title="Scores"
        feather="cranberry"
        actions={
          games.length > 0 && (
            <Button variant="secondary" icon={<UserMinus aria-hidden="true" />} onClick={() => setDialog('leave')}>
              Take a team out of its games
            </Button>
          )
        }
      />
      <h2 ref={title} tabIndex={-1} className={styles['title']}>
        Needs you
      </h2>
      {games.length === 0 ? (
        <EmptyState
          title="There are no games yet"
          headingLevel={3}
          action={<LinkButton to="/schedule/edit">Edit Schedule</LinkButton>}
        >
          Publish the schedule first. Then every game is listed here.
        </EmptyState>
      ) : (
        <>
          <AttentionList attention={attention} fields={fields} onOpen={setDialog} />
          <SpiritSection />
          <AllGames games={games} days={schedule?.days ?? []} fields={fields} onOpen={setDialog} />
        </>
      )}
      {game && <ResultDialog key={game.id} game={game} games={games} wanted={resultToSet?.wanted} onClose={close} />}
      {dialog === 'leave' && <LeaveDialog games={games} onClose={close} />}
    </div>
  )
}

type ShownDivision = Division | 'all'

interface AllGamesProps {
  readonly games: readonly StaffGame[]
  readonly days: ShownSchedule['days']
  readonly fields: ReadonlyMap<string, string>
  readonly onOpen: (result: ResultToSet) => void
}

function AllGames({ games, days, fields, onOpen }: AllGamesProps) {
  const [text, setText] = useState('')
  const [division, setDivision] = useState<ShownDivision>('all')
  const search = foldSearch(text)
  const matches = games.filter(
    (game) => (division === 'all' || game.division === division) && fold(joinWords(game, fields)).includes(search),
  )
  const dayGroups = groupByRound({ days, fields: [], games: matches })
  const withTime = new Set(dayGroups.flatMap((day) => day.groups.flatMap((group) => group.games.map(({ id }) => id))))
  const withoutTime = matches.filter(({ id }) => !withTime.has(id))
  const rounds = [
    ...dayGroups.flatMap(({ date, groups }) =>
      groups.map(({ id, title, games: gamesOfRound }) => ({
        id,
        title: `${dayName(date)}, ${title}`,
        games: gamesOfRound,
      })),
    ),
    ...(withoutTime.length > 0 ? [{ id: 'others', title: 'Without a time', games: withoutTime }] : []),
  ]
  const byId = new Map(games.map((game) => [game.id, game]))
  return (
    <section aria-labelledby="all-games" data-region="all-games">
      <h2 id="all-games" className={styles['title']}>
        All games
      </h2>
      <div className={styles['filters']}>
        <SearchField label="Team, game or field" value={text} onValueChange={setText} />
        <ChoiceCards
          look="segments"
          label="Division"
          value={division}
          onValueChange={setDivision}
          choices={[
            { value: 'all', label: 'All' },
            ...divisions.map((value) => ({ value, label: divisionLabels[value] })),
          ]}
        />
      </div>
      {rounds.length === 0 && <p role="status">No game matches.</p>}
      {rounds.map(({ id, title, games: gamesOfRound }) => (
        <Card key={id} className={styles['card']} aria-label={title}>
          <h3 className={styles['round']}>{title}</h3>
          <ol className={listStyles['games']}>
            {gamesOfRound.map(({ id: gameId }) => {
              const game = byId.get(gameId) ?? null
              return game && <GameItem key={game.id} game={game} fields={fields} onOpen={onOpen} />
            })}
          </ol>
        </Card>
      ))}
    </section>
  )
}

const joinWords = (game: StaffGame, fields: ReadonlyMap<string, string>): string =>
  [nameGame(game), game.pool, fields.get(game.field_id ?? ''), sideName(game.home), sideName(game.away)].join(' ')

interface GameItemProps {
  readonly game: StaffGame
  readonly fields: ReadonlyMap<string, string>
  readonly onOpen: (result: ResultToSet) => void
}

function GameItem({ game, fields, onOpen }: GameItemProps) {
  const hasResult = game.status === 'provisional' || game.status === 'final'
  const act = hasResult ? 'Correct' : 'Enter result'
  return (
    <li className={listStyles['game']}>
      <ScoreCard game={game} fields={fields} lead="field">
        {takesResult(game) && (
          <Button
            variant={hasResult ? 'quiet' : 'secondary'}
            size="compact"
            className={styles['act']}
            aria-label={`${act}: ${nameGame(game)}`}
            onClick={() => onOpen({ id: game.id })}
          >
            {act}
          </Button>
        )}
      </ScoreCard>
    </li>
  )
}
