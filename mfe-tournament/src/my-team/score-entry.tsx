import { type Score, type SideName, sideNames } from '@ultimate/events/tournament/weekend/game.ts'
import type { OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { sideName } from '../schedule/shown-games.ts'
import { queueOrSend } from './my-team.ts'
import { questionBefore } from './own-game.ts'
import { entryRequest } from './requests.ts'
import styles from './score-entry.module.css'

const maxPoints = 99

interface ScoreEntryProps {
  readonly game: OwnGame
  readonly initial: Score
  readonly now: number
  readonly onDone: () => void
}

/** The points of both teams, for wet fingers in the sun. */
export function ScoreEntry({ game, initial, now, onDone }: ScoreEntryProps) {
  const [score, setScore] = useState(initial)
  const [question, setQuestion] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const send = async () => {
    setQuestion(null)
    try {
      await queueOrSend(entryRequest(game, score))
      onDone()
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  const ask = () => {
    if (score.home === score.away && game.stage === 'bracket')
      return setError('A bracket game cannot end in a tie: one team must have more points.')
    setError(null)
    const asked = questionBefore(game, score, now)
    if (asked) setQuestion(asked)
    else void send()
  }
  return (
    <form
      className={styles['entry']}
      aria-label={`Score of ${sideName(game.home)} against ${sideName(game.away)}`}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      {sideNames.map((side) => (
        <Stepper
          key={side}
          name={sideName(game[side])}
          points={score[side]}
          onChange={(points) => setScore((before) => withPoints(before, side, points))}
        />
      ))}
      {error && <InlineError>{error}</InlineError>}
      <div className={styles['actions']}>
        <Button type="submit" size="large" wide>
          {`Send ${score.home}–${score.away}`}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <ConfirmDialog
        open={question !== null}
        title={`Send ${score.home}–${score.away}?`}
        confirmLabel="Send"
        onConfirm={() => void send()}
        onCancel={() => setQuestion(null)}
      >
        <p>{question}</p>
      </ConfirmDialog>
    </form>
  )
}

const withPoints = (score: Score, side: SideName, points: number): Score => ({
  ...score,
  [side]: Math.min(maxPoints, Math.max(0, Math.trunc(points) || 0)),
})

interface StepperProps {
  readonly name: string
  readonly points: number
  readonly onChange: (points: number) => void
}

function Stepper({ name, points, onChange }: StepperProps) {
  const id = useId()
  return (
    <div className={styles['stepper']}>
      <label htmlFor={id} className={styles['team']}>
        <bdi>{name}</bdi>
      </label>
      <button
        type="button"
        className={styles['step']}
        aria-label={`One less for ${name}`}
        aria-disabled={points === 0 || undefined}
        onClick={() => onChange(points - 1)}
      >
        <Minus aria-hidden="true" />
      </button>
      <input
        id={id}
        className={styles['points']}
        inputMode="numeric"
        autoComplete="off"
        value={points}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
      <button
        type="button"
        className={styles['step']}
        aria-label={`One more for ${name}`}
        aria-disabled={points === maxPoints || undefined}
        onClick={() => onChange(points + 1)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  )
}
