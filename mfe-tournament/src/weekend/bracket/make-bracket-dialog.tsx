import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { PostedBracket, ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useEffect } from 'react'
import { findFeeder, sideName } from '../shown-games.ts'
import { useUndoableCommand } from '../undoable-command.ts'
import { draftKey, useFieldNames } from './bracket-query.ts'
import { describeStakes, describeTimeAndField, listByStakes } from './bracket-words.ts'
import styles from './staff-bracket.module.css'

interface MakeBracketDialogProps {
  readonly division: Division
  /** True while everybody sees the bracket that is replaced. */
  readonly isPosted: boolean
  readonly onClose: () => void
}

/** Shows the bracket before it is made, or why the standings do not allow it yet. */
export function MakeBracketDialog({ division, isPosted, onClose }: MakeBracketDialogProps) {
  const preview = useCommand({
    send: (_: null, key) => makeBracket(division, { preview: true, key }),
    failed: (error) => messageOrStatus(error, cannotMake),
  })
  const making = useUndoableCommand({
    send: (_: null, key) => makeBracket(division, { preview: false, key }),
    failed: cannotMake,
    show: ({ bracket }, key) => showAnswer<PostedBracket>(draftKey(division), () => ({ posted: false, bracket }), key),
    onDone: onClose,
    done: () => 'Bracket made. Post it when it is right.',
  })
  const { run: runPreview } = preview
  useEffect(() => runPreview(null), [runPreview])
  const error = making.error ?? preview.error
  const previewedBracket = preview.value?.bracket
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={`Make the bracket (${divisionLabels[division]})`}
      description="From the standings of the pools. Every place is played for."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button
            aria-disabled={!previewedBracket}
            busy={making.isPending && !making.waiting}
            onClick={() => previewedBracket && making.run(null)}
          >
            Make bracket
          </Button>
        </>
      }
    >
      <WaitsForConnection waiting={making.waiting ?? preview.waiting} />
      {error && <Problem error={error} division={division} />}
      {!previewedBracket && !error && (
        <Loading label="Loading the preview">
          <Skeleton shape="block" className={styles['loading']} />
        </Loading>
      )}
      {previewedBracket && isPosted && (
        <Notice tone="warn">
          <p>It replaces the bracket that everybody sees, which goes off the site until you post the new one.</p>
        </Notice>
      )}
      {previewedBracket && <Preview bracket={previewedBracket} />}
    </Dialog>
  )
}

const cannotMake = 'The bracket could not be made.'

const makeBracket = (division: Division, { preview, key }: { readonly preview: boolean; readonly key: string }) =>
  call('POST /api/brackets/{division}/make', { params: { division }, body: { preview } }, { idempotencyKey: key })

/** The server describes why a pool is open; only its words show whether teams are tied or results are missing. */
const isTie = (sentence: string): boolean => sentence.includes('share a rank')

/** Lists the problems of the standings. Each leads to the page that solves it: ties to Standings, others to Scores. */
function Problem({ error, division }: { readonly error: Error; readonly division: Division }) {
  const openPools =
    error instanceof ApiError && error.code === 'STANDINGS_OPEN' ? Object.entries(error.fields ?? {}) : []
  return (
    <Notice tone="bad" announce="alert" title={messageOrStatus(error, cannotMake)}>
      {openPools.length > 0 && (
        <ul className={styles['open']}>
          {openPools.map(([pool, sentence]) => (
            <li key={pool}>
              <Link to={`${isTie(sentence) ? '/standings' : '/scores'}?division=${division}`}>{pool}</Link>: {sentence}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Lists the first games, the teams that have a bye, and the later games. */
function Preview({ bracket: { rounds, places } }: { readonly bracket: ShownBracket }) {
  const fields = useFieldNames('draft')
  const games = rounds.flatMap((round) => round.games)
  const [firstRound] = rounds
  const laterGames = rounds.slice(1).flatMap((round) => round.games)
  // Sides that enter the bracket in a later game.
  const byes = laterGames.flatMap(({ home, away }) => [home, away]).filter((side) => findFeeder(side) === null)
  const withoutTime = games.filter(({ start }) => start === null)
  const teams = places.length
  return (
    <div className={styles['preview']}>
      {withoutTime.length > 0 && (
        <Notice
          tone="warn"
          title={`${withoutTime.length === 1 ? '1 game has' : `${withoutTime.length} games have`} no place`}
        >
          <p>
            {listByStakes(withoutTime, teams)}. The last day has too few rounds or fields for them. You can still place
            them on Edit Schedule.
          </p>
        </Notice>
      )}
      <section>
        <h3>First games</h3>
        <GameTable games={firstRound?.games ?? []} teams={teams} fields={fields} />
      </section>
      {byes.length > 0 && (
        <section>
          <h3>A bye in the first round</h3>
          <ul className={styles['byes']}>
            {byes.map((side) => (
              <li key={side.from}>
                {sideName(side)} <span>{side.from}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>
          All {games.length} games, {places.length} places
        </h3>
        <GameTable games={laterGames} teams={teams} fields={fields} />
      </section>
    </div>
  )
}

interface GameTableProps {
  readonly games: readonly Game[]
  readonly teams: number
  readonly fields: ReadonlyMap<string, string>
}

function GameTable({ games, teams, fields }: GameTableProps) {
  return (
    <ul className={styles['games']}>
      {games.map((game) => (
        <li key={game.id}>
          <b>{game.label}</b>
          <span className={styles['sides']}>
            <SideWords side={game.home} /> against <SideWords side={game.away} />
          </span>
          <span>{describeStakes(game, teams)}</span>
          <span>{describeTimeAndField(game, fields)}</span>
        </li>
      ))}
    </ul>
  )
}

/** A team, and where it comes from: `Huck (1st of Pool A)`. */
function SideWords({ side }: { readonly side: Side }) {
  if (!side.team) return side.from
  return (
    <>
      <bdi>{side.team.name}</bdi> <span>({side.from})</span>
    </>
  )
}
