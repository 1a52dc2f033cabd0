import { venueOffset } from '@ultimate/events/language/venue-clock.ts'
import { clockTime, nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import { type DayChangeKind, dayChangeKinds } from '@ultimate/events/tournament/weekend/plan-times.ts'
import type { Game, ScheduleDraft, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../form-dialog.tsx'
import { dayName, type ShownGames, sideName } from '../../shown-games.ts'
import { useUndoableCommand } from '../../undoable-command.ts'
import {
  type ChangedGames,
  changeDay,
  changeWords,
  countGames,
  type WantedChange,
  writeAnnouncement,
} from './day-change.ts'
import styles from './schedule-desk-page.module.css'

const countChanged = ({ moved, cancelled }: ChangedGames): number => moved.length + cancelled.length

interface DelayDialogProps {
  readonly schedule: ShownSchedule
  readonly draft: ScheduleDraft
  readonly onClose: () => void
  readonly onChanged: (offer: Offer) => void
}

/** The offer to announce the last change of a day. */
export interface Offer {
  readonly text: string
  /** The number of day changes after this one. With another number, this one is no longer the last. */
  readonly changes: number
}

/** Delays or shortens a day, or cancels a round: first as a preview, then for everybody. */
export function DelayDialog({ schedule, draft, onClose, onChanged }: DelayDialogProps) {
  const [form, setForm] = useState(() => startForm(schedule.days))
  const wanted = buildWanted(form)
  const [changesBefore] = useState(draft.day_changes.length)
  const changing = useUndoableCommand({
    send: (subject: WantedChange, key) => changeDay(subject, { preview: false, key }),
    failed: 'The games could not be changed.',
    show: () => refresh(['schedule']),
    onDone: (subject) => {
      onClose()
      onChanged({ text: writeAnnouncement(subject, schedule.days), changes: changesBefore + 1 })
    },
    done: ({ kind }, changed) => changeWords[kind].done(countGames(countChanged(changed))),
  })
  const preview = usePreview(wanted)
  const { changed: previewed, errors } = preview
  const words = changeWords[form.kind]
  const count = previewed ? countChanged(previewed) : 0
  const submit = () => {
    if (count > 0) changing.run(wanted)
    else preview.run()
  }
  return (
    <FormDialog
      size="large"
      onClose={onClose}
      title="Move games"
      description="For rain or a late start. Games with a result stay as they are."
      label="Move games"
      className={styles['form']}
      act={count > 0 ? words.act(countGames(count)) : 'Preview'}
      command={{
        isPending: preview.isPending || changing.isPending,
        waiting: changing.waiting ?? preview.waiting,
        message: changing.message ?? preview.message,
      }}
      onSubmit={submit}
      below={
        <div role="status">
          {previewed && (
            <DayChangePreview
              schedule={{ ...schedule, games: [...draft.games, ...schedule.games] }}
              kind={form.kind}
              changed={previewed}
            />
          )}
        </div>
      }
    >
      <ChoiceCards
        look="segments"
        label="What happens"
        hint={words.hint}
        value={form.kind}
        onValueChange={(kind) => setForm({ ...form, kind })}
        choices={dayChangeKinds.map((value) => ({ value, label: changeWords[value].choice }))}
      />
      <div className={styles['delay']}>
        <ChangeFields
          schedule={schedule}
          form={form}
          errors={errors}
          onChange={(changes) => setForm({ ...form, ...changes })}
        />
      </div>
    </FormDialog>
  )
}

/** The typed fields of all three choices: they stay when the choice changes. */
interface DelayForm {
  readonly kind: DayChangeKind
  readonly date: string
  readonly time: string
  readonly round: string
  readonly minutes: string
  readonly game_minutes: string
  readonly slot_minutes: string
}

/** Returns the fields with the round that begins next, or else the first one. */
function startForm(days: ShownSchedule['days']): DelayForm {
  const rounds = days.flatMap(({ date, rounds }) => rounds.map(({ id, start }) => ({ date, id, start })))
  const next = rounds.find(({ start }) => Date.parse(start) >= Date.now()) ?? rounds[0]
  return {
    kind: 'delay',
    date: next?.date ?? '',
    time: next?.start.slice(11, 16) ?? '',
    round: next?.id ?? '',
    minutes: '45',
    game_minutes: '50',
    slot_minutes: '60',
  }
}

/** Returns NaN where the text is no number, which is left for the server to report. */
const parseNumber = (text: string): number => Number(text.trim() || 'none')

function buildWanted({ kind, date, time, round, minutes, game_minutes, slot_minutes }: DelayForm): WantedChange {
  // Clocks change at night, so the offset at noon holds for the whole day.
  const from = date && `${date}T${time}:00${venueOffset(new Date(`${date}T18:00:00Z`))}`
  switch (kind) {
    case 'delay':
      return { kind, from, minutes: parseNumber(minutes) }
    case 'cancellation':
      return { kind, round_id: round }
    case 'shortening':
      return { kind, from, game_minutes: parseNumber(game_minutes), slot_minutes: parseNumber(slot_minutes) }
  }
}

interface ChangeFieldsProps {
  readonly schedule: ShownSchedule
  readonly form: DelayForm
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<DelayForm>) => void
}

function ChangeFields({ schedule: { days, games }, form, errors, onChange }: ChangeFieldsProps) {
  const bindNumber = (name: 'minutes' | 'game_minutes' | 'slot_minutes') => ({
    value: form[name],
    maxLength: 5,
    autoComplete: 'off',
    error: errors[name],
    onValueChange: (text: string) => onChange({ [name]: text }),
  })
  if (form.kind === 'cancellation')
    return (
      <SelectField
        label="Round"
        value={form.round}
        error={errors['round_id']}
        onValueChange={(round) => onChange({ round })}
      >
        {days.map(({ date, rounds }) => (
          <optgroup key={date} label={dayName(date)}>
            {rounds.map(({ id, start }) => (
              <option key={id} value={id}>
                {clockTime(start)}, {countGames(games.filter(({ round_id }) => round_id === id).length)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    )
  return (
    <>
      <SelectField label="Day" value={form.date} onValueChange={(date) => onChange({ date })}>
        {days.map(({ date }) => (
          <option key={date} value={date}>
            {dayName(date)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From"
        type="time"
        value={form.time}
        error={errors['from']}
        onValueChange={(time) => onChange({ time })}
      />
      {form.kind === 'delay' ? (
        <TextField
          label="Minutes later"
          hint="A negative number moves them earlier."
          inputMode="text"
          {...bindNumber('minutes')}
        />
      ) : (
        <>
          <TextField label="Minutes per game" inputMode="numeric" {...bindNumber('game_minutes')} />
          <TextField label="Minutes per round" inputMode="numeric" {...bindNumber('slot_minutes')} />
        </>
      )}
    </>
  )
}

/** Returns the server's preview of this change; null once another change is typed. */
function usePreview(wanted: WantedChange) {
  const request = useCommand<WantedChange, ChangedGames>({
    send: (subject, key) => changeDay(subject, { preview: true, key }),
    failed: (error) => messageOrStatus(error, 'The preview could not be made.'),
  })
  const isCurrent = isEqual(request.subject, wanted)
  return {
    run: () => request.run(wanted),
    isPending: request.isPending,
    waiting: request.waiting,
    changed: isCurrent ? (request.value ?? null) : null,
    errors: isCurrent && request.error instanceof ApiError ? request.error.fields : {},
    message: isCurrent ? request.message : null,
  }
}

/** Undoes the last of these changes. */
export function UndoDayChange({ changes }: { readonly changes: ScheduleDraft['day_changes'] }) {
  const failed = 'It could not be undone.'
  const undoing = useUndoableCommand({
    send: (_: DayChangeKind, key) => call('POST /api/schedule/shift/undo', {}, { idempotencyKey: key }),
    failed,
    show: () => refresh(['schedule']),
    done: (kind) => changeWords[kind].undone,
    onError: (error) => void toast.error(messageOrStatus(error, failed)),
  })
  const last = changes.at(-1)
  if (!last) return null
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        busy={undoing.isPending && !undoing.waiting}
        onClick={() => undoing.run(last)}
      >
        {changeWords[last].undo} ({changes.length})
      </Button>
      <WaitsForConnection waiting={undoing.waiting} />
    </>
  )
}

interface PreviewProps {
  /** The schedule with the games of brackets that are not posted yet. */
  readonly schedule: ShownGames
  readonly kind: WantedChange['kind']
  readonly changed: ChangedGames
}

/** Every game that moves or is canceled, and the problems that the change causes. */
function DayChangePreview({ schedule, kind, changed: { moved, cancelled, problems } }: PreviewProps) {
  const games = new Map(schedule.games.map((game) => [game.id, game]))
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  const rows = [
    ...moved
      .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
      .map(({ id, from, to }) => ({
        id,
        time: from === to ? `${clockTime(from)}, new length` : `${clockTime(from)} → ${clockTime(to)}`,
      })),
    ...cancelled.map((id) => ({ id, time: clockTime(games.get(id)?.start ?? '') })),
  ]
  if (rows.length === 0) return <Notice>{changeWords[kind].none}</Notice>
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
      <h3>{changeWords[kind].heading(rows.length)}</h3>
      <ul className={styles['moved']}>
        {rows.map(({ id, time }) => (
          <li key={id}>
            <b>{time}</b>
            <GameWords game={games.get(id)} fields={fields} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface GameWordsProps {
  readonly game: Game | undefined
  readonly fields: ReadonlyMap<string, string>
}

function GameWords({ game, fields }: GameWordsProps) {
  if (!game) return null
  return (
    <span>
      {nameGame(game)}, {fields.get(game.field_id ?? '')}: <bdi>{sideName(game.home)}</bdi> –{' '}
      <bdi>{sideName(game.away)}</bdi>
    </span>
  )
}
