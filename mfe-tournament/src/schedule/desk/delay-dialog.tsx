import { edition } from '@ultimate/events/language/edition.ts'
import { clockTime, nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Shifted, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { Undo2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { dayName, sideName } from '../shown-games.ts'
import styles from './dialogs.module.css'

interface Delay {
  readonly from: string
  readonly minutes: number
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const countGames = (count: number): string => (count === 1 ? '1 game' : `${count} games`)

interface DelayDialogProps {
  readonly schedule: ShownSchedule
  readonly onClose: () => void
}

/** From a time on, the games of a day move by so many minutes: first as a preview, then for everybody. */
export function DelayDialog({ schedule, onClose }: DelayDialogProps) {
  const { days } = schedule
  const [first] = useState(() => nextRound(days))
  const [date, setDate] = useState(first?.date ?? '')
  const [time, setTime] = useState(first?.time ?? '')
  const [minutes, setMinutes] = useState('45')
  const id = useId()
  const moving = useCommand<Delay, { readonly shifted: Shifted; readonly key: string }>({
    send: async (delay, key) => ({
      shifted: await call('POST /api/schedule/shift', { body: delay }, { idempotencyKey: key }),
      key,
    }),
    isSame,
    failed: (error) => messageOrStatus(error, 'The games could not be moved.'),
    onDone: async ({ shifted, key }) => {
      await refresh(['schedule'])
      onClose()
      toast.success(`${countGames(shifted.moved.length)} moved.`, offerUndo([key]))
    },
  })
  const delay: Delay = { from: `${date}T${time}:00${edition.utcOffset}`, minutes: Number(minutes.trim() || 'none') }
  const preview = usePreview(delay)
  const { shown, errors } = preview
  const moves = shown?.moved.length ?? 0
  const message = moving.message ?? preview.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (moves > 0) moving.run(delay)
    else preview.run()
  }
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title="Move games"
      description="Games of that day which begin at this time or later move. Games with a result stay."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={(preview.isPending || moving.isPending) && !moving.waiting}>
            {moves > 0 ? `Move ${countGames(moves)}` : 'Preview'}
          </Button>
        </>
      }
    >
      <form id={id} className={styles['form']} noValidate aria-label="Move games" onSubmit={submit}>
        {message && <Notice tone="bad" announce="alert" title={message} />}
        <WaitsForConnection waiting={moving.waiting ?? preview.waiting} />
        <div className={styles['delay']}>
          <SelectField label="Day" value={date} onValueChange={setDate}>
            {days.map((day) => (
              <option key={day.date} value={day.date}>
                {dayName(day.date)}
              </option>
            ))}
          </SelectField>
          <TextField label="From" type="time" value={time} error={errors['from']} onValueChange={setTime} />
          <TextField
            label="Minutes later"
            hint="A minus moves earlier."
            value={minutes}
            inputMode="text"
            maxLength={5}
            autoComplete="off"
            error={errors['minutes']}
            onValueChange={setMinutes}
          />
        </div>
      </form>
      <div role="status">{shown && <Preview schedule={schedule} shifted={shown} />}</div>
    </Dialog>
  )
}

/** What the server says of this delay; nothing once another one is typed. */
function usePreview(delay: Delay) {
  const asking = useCommand<Delay, Shifted>({
    send: (subject, key) =>
      call('POST /api/schedule/shift', { body: { ...subject, preview: true } }, { idempotencyKey: key }),
    isSame,
    failed: (error) => messageOrStatus(error, 'The preview could not be made.'),
  })
  const isOfThis = isSame(asking.subject, delay)
  return {
    run: () => asking.run(delay),
    isPending: asking.isPending,
    waiting: asking.waiting,
    shown: isOfThis ? (asking.value ?? null) : null,
    errors: isOfThis && asking.error instanceof ApiError ? asking.error.fields : {},
    message: isOfThis ? asking.message : null,
  }
}

/** The round that begins next, or else the first one. */
function nextRound(days: ShownSchedule['days']) {
  const rounds = days.flatMap(({ date, rounds }) => rounds.map(({ start }) => ({ date, start })))
  const next = rounds.find(({ start }) => Date.parse(start) >= Date.now()) ?? rounds[0]
  return next && { date: next.date, time: next.start.slice(11, 16) }
}

function Preview({ schedule, shifted }: { readonly schedule: ShownSchedule; readonly shifted: Shifted }) {
  const { moved, problems } = shifted
  const games = new Map(schedule.games.map((game) => [game.id, game]))
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  if (moved.length === 0) return <Notice>No game begins then or later on that day.</Notice>
  return (
    <div className={styles['preview']}>
      {problems.length > 0 && (
        <Notice tone="warn" title={problems.length === 1 ? '1 problem' : `${problems.length} problems`}>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <h3>{countGames(moved.length)} move</h3>
      <ul className={styles['moved']}>
        {moved.map(({ id, from, to }) => {
          const game = games.get(id)
          return (
            <li key={id}>
              <b>
                {clockTime(from)} → {clockTime(to)}
              </b>
              {game && (
                <span>
                  {nameGame(game)}, {fields.get(game.field_id ?? '')}: <bdi>{sideName(game.home)}</bdi> –{' '}
                  <bdi>{sideName(game.away)}</bdi>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Takes the last delay back: all times are again what they were. */
export function UndoDelay() {
  const undoing = useCommand<void, string>({
    send: async (_, key) => {
      await call('POST /api/schedule/shift/undo', {}, { idempotencyKey: key })
      return key
    },
    failed: (error) => messageOrStatus(error, 'The delay could not be taken back.'),
    onDone: async (key) => {
      await refresh(['schedule'])
      toast.success('The last delay is taken back.', offerUndo([key]))
    },
    onError: (error) => void toast.error(messageOrStatus(error, 'The delay could not be taken back.')),
  })
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        busy={undoing.isPending && !undoing.waiting}
        onClick={() => undoing.run()}
      >
        Undo last delay
      </Button>
      <WaitsForConnection waiting={undoing.waiting} />
    </>
  )
}
