import { areBothKnown, type Score, sideNames } from '@ultimate/events/tournament/weekend/game.ts'
import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Card, type CardProps } from '@ultimate/kit/components/display/card.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { ScoreCard } from '../score-card.tsx'
import { sideName } from '../shown-games.ts'
import { previewResult, type ResultChange, useResultCommand, type WantedResult } from './staff-games.ts'
import styles from './staff-scores-page.module.css'
import type { ResultToSet } from './staff-scores-page.tsx'

const kindWords: Readonly<Record<AttentionKind, { readonly title: string; readonly edge: CardProps['edge'] }>> = {
  disputed: { title: 'Captains entered different scores', edge: 'bad' },
  others: { title: 'Other teams played this game', edge: 'warn' },
  unconfirmed: { title: 'One captain entered it, for 15 minutes', edge: 'warn' },
  missing: { title: 'Over, without a score', edge: 'accent' },
}

interface AttentionListProps {
  readonly attention: readonly Attention[]
  readonly fields: ReadonlyMap<string, string>
  readonly onOpen: (result: ResultToSet) => void
}

/** The games that wait for a decision of staff, each with buttons that decide. */
export function AttentionList({ attention, ...rest }: AttentionListProps) {
  if (attention.length === 0)
    return <Notice tone="good">No disputes, and every game that is over has its score.</Notice>
  return (
    <ul className={styles['attention']} data-region="attention">
      {attention.flatMap(({ kind, games }) =>
        games.map((game) => (
          <li key={game.id}>
            <AttentionCard kind={kind} game={game} {...rest} />
          </li>
        )),
      )}
    </ul>
  )
}

interface AttentionCardProps {
  readonly kind: AttentionKind
  readonly game: StaffGame
  readonly fields: ReadonlyMap<string, string>
  readonly onOpen: (result: ResultToSet) => void
}

function AttentionCard({ kind, game, fields, onOpen }: AttentionCardProps) {
  const { title, edge } = kindWords[kind]
  const otherAct = kind === 'missing' ? 'Enter result' : 'Another result'
  const deciding = useDecision(game, onOpen)
  const isBusy = deciding.isPending && !deciding.waiting
  const decide = (wanted: WantedResult) => deciding.run({ game, wanted })
  return (
    <Card compact edge={edge} aria-label={`${title}: ${nameGame(game)}`}>
      <p className={styles['why']}>
        {title}: {nameGame(game)}
      </p>
      <ScoreCard game={game} fields={fields} />
      <WaitsForConnection waiting={deciding.waiting} message={deciding.message} />
      <div className={styles['decisions']}>
        {kind === 'disputed' &&
          sideNames.map((side) => (
            <EntryButton
              key={side}
              score={game.entries[side]}
              by={sideName(game[side])}
              isBusy={isBusy}
              onTake={(score) => decide({ kind: 'points', ...score, reason: '' })}
            />
          ))}
        {kind === 'others' && (
          <>
            <Button busy={isBusy} onClick={() => decide({ kind: 'keep' })}>
              Keep
            </Button>
            <Button variant="secondary" busy={isBusy} onClick={() => decide({ kind: 'clear' })}>
              Clear
            </Button>
          </>
        )}
        {kind === 'unconfirmed' && game.score && (
          <EntryButton
            score={game.score}
            by={sideName(game[game.entries.home ? 'home' : 'away'])}
            isBusy={isBusy}
            onTake={(score) => decide({ kind: 'points', ...score, reason: '' })}
          />
        )}
        <Button
          variant={kind === 'missing' ? 'primary' : 'quiet'}
          onClick={() => onOpen({ id: game.id })}
          aria-label={`${otherAct}: ${nameGame(game)}`}
        >
          {otherAct}
        </Button>
      </div>
    </Card>
  )
}

interface EntryButtonProps {
  readonly score: Score | null
  readonly by: string
  readonly isBusy: boolean
  readonly onTake: (score: Score) => void
}

/** Takes a captain's entry as the result. */
function EntryButton({ score, by, isBusy, onTake }: EntryButtonProps) {
  if (!score) return null
  return (
    <Button variant="secondary" className={styles['entry']} busy={isBusy} onClick={() => onTake(score)}>
      <span className={styles['entryWords']}>
        <b>
          Take {score.home}–{score.away}
        </b>
        <span>
          by <bdi>{by}</bdi>
        </span>
      </span>
    </Button>
  )
}

/** Decides at once if the bracket does not change; otherwise opens the dialog, which shows the change first. */
function useDecision(game: StaffGame, onOpen: (result: ResultToSet) => void) {
  const setting = useResultCommand()
  const previewing = useCommand<ResultChange, boolean>({
    send: async (change) => {
      const { consequences } = await previewResult(change, new AbortController().signal)
      return consequences.moves.length > 0
    },
    failed: (error) => messageOrStatus(error, 'The result could not be changed.'),
    onDone: (hasMoves, change) => (hasMoves ? onOpen({ id: game.id, wanted: change.wanted }) : setting.run(change)),
  })
  return {
    // Keeping a result changes nothing else, so it needs no preview.
    run: (change: ResultChange) => (change.wanted.kind === 'keep' ? setting.run(change) : previewing.run(change)),
    isPending: previewing.isPending || setting.isPending,
    waiting: previewing.waiting ?? setting.waiting,
    message: previewing.message ?? setting.message,
  }
}

/** The time after which staff should look at a score that only one captain entered. */
const confirmedWithinMs = 15 * 60_000

/** `others`: other teams played it than those that are on its sides now. */
export type AttentionKind = 'disputed' | 'others' | 'unconfirmed' | 'missing'

/** The most urgent first. */
const attentionKinds: readonly AttentionKind[] = ['disputed', 'others', 'unconfirmed', 'missing']

export interface Attention {
  readonly kind: AttentionKind
  readonly games: readonly StaffGame[]
}

/** Lists the games that need a decision of staff at this moment, by kind. */
export function listAttention(games: readonly StaffGame[], now: number): Attention[] {
  const byKind = Map.groupBy(games, (game) => findKind(game, now))
  return attentionKinds.flatMap((kind) => {
    const gamesOfKind = byKind.get(kind)
    return gamesOfKind ? [{ kind, games: gamesOfKind }] : []
  })
}

function findKind(game: StaffGame, now: number): AttentionKind | null {
  const { status, flag, changed_at, end } = game
  if (flag) return 'others'
  if (status === 'disputed') return 'disputed'
  if (status === 'provisional') return isNotAfter(changed_at, now - confirmedWithinMs) ? 'unconfirmed' : null
  return status === 'scheduled' && takesResult(game) && isNotAfter(end, now) ? 'missing' : null
}

const isNotAfter = (moment: string | null, latest: number): boolean => moment !== null && Date.parse(moment) <= latest

/** True where the game takes a result. */
export const takesResult = ({ home, away }: Pick<StaffGame, 'home' | 'away'>): boolean =>
  areBothKnown({ home: home.team, away: away.team })
