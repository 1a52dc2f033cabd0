import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { stopsPublication } from '@ultimate/events/tournament/weekend/conflicts.ts'
import type { PostedBracket, ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { CalendarClock, EyeOff, Megaphone, Wand2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sideName } from '../shown-games.ts'
import { useUndoableCommand } from '../undoable-command.ts'
import styles from './bracket-desk.module.css'
import { draftKey, useFieldNames, useScheduleDraft } from './bracket-query.ts'
import { describeStakes, describeTimeAndField, listByStakes } from './drawn-bracket.ts'

interface BracketDeskProps extends PostedBracket {
  readonly division: Division
}

/** The tools with which TD and admin make the bracket of a division, post it and take it down. */
export function BracketDesk({ division, posted, bracket }: BracketDeskProps) {
  const [dialog, setDialog] = useState<'make' | 'post' | 'take down' | null>(null)
  const { data: schedule } = useScheduleDraft()
  const close = () => setDialog(null)
  const posting = usePosting(division, 'post', close)
  const takingDown = usePosting(division, 'take down', close)
  const games = bracket?.rounds.flatMap((round) => round.games) ?? []
  const withoutTime = games.filter(({ start }) => start === null)
  const withoutTimeWords = listByStakes(withoutTime, bracket?.places.length ?? 0)
  const name = divisionLabels[division]
  const isDraft = bracket !== null && !posted
  const clashes = schedule?.conflicts.filter(stopsPublication) ?? []
  const canPost = clashes.length === 0
  return (
    <section className={styles['desk']} aria-label="Bracket actions">
      <p className={styles['state']} role="status">
        {describeState(bracket, posted)}
      </p>
      <div className={styles['buttons']}>
        {isDraft && (
          <Button
            icon={<Megaphone aria-hidden="true" />}
            aria-disabled={!canPost}
            onClick={() => canPost && setDialog('post')}
          >
            Post
          </Button>
        )}
        <Button
          variant={bracket ? 'secondary' : 'primary'}
          icon={<Wand2 aria-hidden="true" />}
          onClick={() => setDialog('make')}
        >
          {bracket ? 'Make again' : 'Make bracket'}
        </Button>
        {bracket && (
          <LinkButton variant="quiet" size="compact" icon={<CalendarClock aria-hidden="true" />} to="/schedule/edit">
            Change times and fields
          </LinkButton>
        )}
        {posted && (
          <Button
            variant="quiet"
            size="compact"
            icon={<EyeOff aria-hidden="true" />}
            onClick={() => setDialog('take down')}
          >
            Take down
          </Button>
        )}
      </div>
      {isDraft && !canPost && (
        <Notice tone="warn" title="A team or a field has two games at the same time">
          <p>{clashes.map(({ sentence }) => sentence).join(' ')} Move one of them on Edit Schedule, then post.</p>
        </Notice>
      )}
      {withoutTime.length > 0 && (
        <Notice tone="warn" title={`Without a time and a field: ${withoutTimeWords}.`}>
          <p>Add rounds or fields, or move other games, on Edit Schedule.</p>
        </Notice>
      )}
      {dialog === 'make' && <MakeBracketDialog division={division} isPosted={posted} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'post'}
        title={`Post the bracket (${name})?`}
        confirmLabel="Post"
        command={posting}
        onConfirm={() => posting.run(null)}
        onCancel={close}
      >
        <p>Everybody sees it, and its games in the schedule.</p>
        {withoutTime.length > 0 && <p>Without a time and a field: {withoutTimeWords}.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'take down'}
        title={`Take down the bracket (${name})?`}
        confirmLabel="Take down"
        command={takingDown}
        onConfirm={() => takingDown.run(null)}
        onCancel={close}
      >
        <p>Visitors see neither the bracket nor its games any more. Results stay, and you can post it again.</p>
      </ConfirmDialog>
    </section>
  )
}

function describeState(bracket: ShownBracket | null, posted: boolean): string {
  if (bracket === null) return 'No bracket yet. Visitors are asked to check back Saturday evening.'
  return posted ? 'Posted: everybody sees this bracket.' : 'A draft: only TD and admin see this bracket.'
}

const postingWords = {
  post: { done: 'Bracket posted. Everybody sees it now.', failed: 'The bracket could not be posted.' },
  'take down': { done: 'Bracket taken down.', failed: 'The bracket could not be taken down.' },
} as const

function usePosting(division: Division, action: keyof typeof postingWords, onDone: () => void) {
  const params = { division }
  return useUndoableCommand<null, PostedBracket>({
    send: (_, idempotencyKey) =>
      action === 'post'
        ? call('POST /api/brackets/{division}/post', { params }, { idempotencyKey })
        : call('DELETE /api/brackets/{division}/post', { params }, { idempotencyKey }),
    failed: postingWords[action].failed,
    show: (answer, key) => showAnswer<PostedBracket>(draftKey(division), () => answer, key),
    onDone,
    done: () => postingWords[action].done,
  })
}

interface MakeBracketDialogProps {
  readonly division: Division
  /** True while everybody sees the bracket that is replaced. */
  readonly isPosted: boolean
  readonly onClose: () => void
}

/** Shows the bracket before it is made, or why the standings do not allow it yet. */
function MakeBracketDialog({ division, isPosted, onClose }: MakeBracketDialogProps) {
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
  const { run } = preview
  useEffect(() => run(null), [run])
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

const isTie = (sentence: string): boolean => sentence.includes('share a rank')

/** Lists the problems of the standings, each with a link to the page that solves it. */
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
  const byes = laterGames.flatMap(({ home, away }) => [home, away]).filter(isSeed)
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

const isSeed = ({ from }: Side): boolean => !/^(Winner|Loser) of /.test(from)

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
