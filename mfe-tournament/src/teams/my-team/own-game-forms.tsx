import { areTiesAllowed, isForbiddenTie } from '@ultimate/events/tournament/weekend/captain-entry.ts'
import { type Score, type SideName, sideNames } from '@ultimate/events/tournament/weekend/game.ts'
import type { OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import {
  maxSpiritComment,
  type SpiritQuestion,
  spiritKeys,
  spiritQuestions,
  spiritScores,
} from '@ultimate/events/tournament/weekend/spirit.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextArea } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { sideName } from '../../weekend/shown-games.ts'
import { queueOrSend } from './my-team.ts'
import styles from './my-team-page.module.css'
import { entryRequest, questionBefore, spiritRequest, type WrittenSheet } from './own-game.ts'

const maxPoints = 99

interface ScoreEntryProps {
  readonly game: OwnGame
  readonly initial: Score
  readonly now: number
  readonly onDone: () => void
}

/** The form for the points of both teams, with large buttons for use outdoors. */
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
    // The page does not know whether staff allow ties in pools, so it lets them pass.
    if (isForbiddenTie(score, areTiesAllowed(game.stage, true)))
      return setError('A bracket game cannot end in a tie: one team must have more points.')
    setError(null)
    const newQuestion = questionBefore(game, score, now)
    if (newQuestion) setQuestion(newQuestion)
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
      <div className={styles['formActions']}>
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
      <label htmlFor={id} className={styles['side']}>
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

interface SpiritFormProps {
  readonly game: OwnGame
  readonly opponent: string
  readonly initial: WrittenSheet | null
  readonly onDone: () => void
}

type Draft = Partial<Record<SpiritQuestion, number>>

/** The five questions about the spirit of the other team. */
export function SpiritForm({ game, opponent, initial, onDone }: SpiritFormProps) {
  const id = useId()
  const [draft, setDraft] = useState<Draft>(initial ?? {})
  const [comment, setComment] = useState(initial?.comment ?? '')
  const [error, setError] = useState<string | null>(null)
  const unanswered = spiritKeys.filter((key) => draft[key] === undefined)
  const total = spiritKeys.reduce((sum, key) => sum + (draft[key] ?? 0), 0)
  const send = async () => {
    const [first] = unanswered
    if (first) {
      setError(`Please answer: ${unanswered.map((key) => spiritQuestions[key]).join(', ')}.`)
      document.getElementById(`${id}-${first}-2`)?.focus()
      return
    }
    try {
      await queueOrSend(spiritRequest(game, { ...(draft as Record<SpiritQuestion, number>), comment }))
      onDone()
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  return (
    <form
      className={styles['entry']}
      aria-label={`Spirit of ${opponent}`}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p>
        How was <bdi>{opponent}</bdi>? 0 is poor, 2 is good, 4 is excellent.
      </p>
      {spiritKeys.map((key) => (
        <fieldset key={key} className={styles['question']}>
          <legend>{spiritQuestions[key]}</legend>
          <div className={styles['choices']}>
            {spiritScores.map((word, score) => (
              <label key={word} className={styles['choice']}>
                <input
                  id={`${id}-${key}-${score}`}
                  type="radio"
                  name={`${id}-${key}`}
                  checked={draft[key] === score}
                  onChange={() => setDraft((before) => ({ ...before, [key]: score }))}
                />
                <span>
                  {score}
                  <VisuallyHidden> ({word})</VisuallyHidden>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className={styles['total']}>
        Total <strong>{total}</strong> of 20
      </p>
      <TextArea
        label="Comment"
        optional
        hint="Only the other team and the tournament director read it."
        maxLength={maxSpiritComment}
        value={comment}
        onValueChange={setComment}
      />
      {error && <InlineError>{error}</InlineError>}
      <div className={styles['formActions']}>
        <Button type="submit" size="large" wide>
          Send spirit
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
