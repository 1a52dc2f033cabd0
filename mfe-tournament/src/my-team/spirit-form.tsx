import type { OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import {
  type SpiritQuestion,
  spiritKeys,
  spiritQuestions,
  spiritScores,
} from '@ultimate/events/tournament/weekend/spirit.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextArea } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { useId, useState } from 'react'
import { queueOrSend } from './my-team.ts'
import { spiritRequest, type WrittenSheet } from './requests.ts'
import styles from './spirit-form.module.css'

const maxComment = 500

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
  const open = spiritKeys.filter((key) => draft[key] === undefined)
  const total = spiritKeys.reduce((sum, key) => sum + (draft[key] ?? 0), 0)
  const send = async () => {
    const [first] = open
    if (first) {
      setError(`Please answer: ${open.map((key) => spiritQuestions[key]).join(', ')}.`)
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
      className={styles['form']}
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
        maxLength={maxComment}
        value={comment}
        onValueChange={setComment}
      />
      {error && <InlineError>{error}</InlineError>}
      <div className={styles['actions']}>
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
