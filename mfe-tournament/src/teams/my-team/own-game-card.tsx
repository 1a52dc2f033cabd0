import type { OwnGame, Spirit } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { computeTotal, spiritKeys, spiritQuestions } from '@ultimate/events/tournament/weekend/spirit.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { StatusBadge } from '@ultimate/kit/offline-queue/status-badge.tsx'
import { ScoreCard } from '../../weekend/score-card.tsx'
import styles from './my-team-page.module.css'
import {
  describeResult,
  entrySubject,
  findSide,
  nameOpponent,
  pendingScore,
  spiritSubject,
  takesEntry,
  takesSpirit,
} from './own-game.ts'
import { ScoreEntry, SpiritForm } from './own-game-forms.tsx'

/** The form that is open below a game. */
export type OpenForm = 'score' | 'spirit' | null

interface OwnGameCardProps {
  readonly game: OwnGame
  readonly team: string
  readonly fields: ReadonlyMap<string, string>
  readonly commands: readonly QueuedCommand[]
  readonly now: number
  readonly form: OpenForm
  readonly onForm: (form: OpenForm) => void
}

/** A game of the captain's team: its result, queued commands, and forms. */
export function OwnGameCard(props: OwnGameCardProps) {
  const { game, team, fields, commands, now, form } = props
  const { given, received } = game.spirit
  const opponent = nameOpponent(game, team)
  const sentence = describeResult(game, findSide(game, team), now)
  const subjects = [entrySubject(game.id), spiritSubject(game.id)]
  return (
    <li id={`game-${game.id}`} className={styles['game']}>
      <Card compact aria-label={`Against ${opponent}`}>
        <ScoreCard game={game} fields={fields} team={team} />
        {sentence && <p>{sentence}</p>}
        {commands
          .filter(({ subject }) => subjects.includes(subject))
          .map((command) => (
            <WaitingCommand key={command.key} command={command} />
          ))}
        <WhatToDo {...props} opponent={opponent} />
        {given && form !== 'spirit' && <GivenSpirit given={given} received={received} opponent={opponent} />}
      </Card>
    </li>
  )
}

/** The form that is open, or the buttons that open one. */
function WhatToDo({ game, opponent, commands, now, form, onForm }: OwnGameCardProps & { readonly opponent: string }) {
  const pending = pendingScore(commands, game)
  const entered = pending ?? game.mine
  const { given } = game.spirit
  const close = () => onForm(null)
  if (form === 'spirit') return <SpiritForm game={game} opponent={opponent} initial={given} onDone={close} />
  if (form === 'score' && takesEntry(game))
    return <ScoreEntry game={game} initial={entered ?? game.score ?? noPoints} now={now} onDone={close} />
  return (
    <div className={styles['actions']}>
      {takesEntry(game) && (
        <Button variant={entered ? 'secondary' : 'primary'} onClick={() => onForm('score')}>
          {entered ? 'Change score' : 'Enter score'}
        </Button>
      )}
      {takesSpirit(game, now) && (
        <Button variant="secondary" onClick={() => onForm('spirit')}>
          {given ? 'Change spirit' : 'Score spirit'}
        </Button>
      )}
    </div>
  )
}

const noPoints = { home: 0, away: 0 }

/** A queued command about this game, which the device stores until the server has answered. */
function WaitingCommand({ command }: { readonly command: QueuedCommand }) {
  const { label, status, rejection } = command
  return (
    <div className={styles['waiting']}>
      <p>
        <bdi>{label}</bdi>
      </p>
      <StatusBadge status={status} />
      {rejection && (
        <>
          <p>{rejection.message}</p>
          <Button variant="quiet" size="compact" onClick={() => void decideCommand(command, 'discard')}>
            Close
          </Button>
        </>
      )}
    </div>
  )
}

interface GivenSpiritProps {
  readonly given: Spirit
  readonly received: Spirit | null
  readonly opponent: string
}

function GivenSpirit({ given, received, opponent }: GivenSpiritProps) {
  return (
    <div className={styles['spirit']}>
      <p>
        Spirit: you gave <strong>{computeTotal(given)}</strong> of 20.{' '}
        {received === null && (
          <>
            What <bdi>{opponent}</bdi> gives you shows here once they have.
          </>
        )}
      </p>
      {received && (
        <>
          <p>
            <bdi>{opponent}</bdi> gave you <strong>{computeTotal(received)}</strong> of 20.
          </p>
          <dl className={styles['answers']}>
            {spiritKeys.map((key) => (
              <div key={key}>
                <dt>{spiritQuestions[key]}</dt>
                <dd>{received[key]}</dd>
              </div>
            ))}
          </dl>
          {received.comment && (
            <blockquote className={styles['comment']}>
              <bdi>{received.comment}</bdi>
            </blockquote>
          )}
        </>
      )}
    </div>
  )
}
