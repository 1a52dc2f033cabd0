import { venueOffset } from '@ultimate/events/language/venue-clock.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import { type DayChangeKind, dayChangeKinds } from '@ultimate/events/tournament/weekend/plan-times.ts'
import type { ScheduleDraft, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useState } from 'react'
import { FormDialog } from '../../form-dialog.tsx'
import { dayName } from '../../shown-games.ts'
import { useUndoableCommand } from '../../undoable-command.ts'
import {
  type ChangedGames,
  changeDay,
  changeWords,
  countGames,
  type WantedChange,
  writeAnnouncement,
} from './day-change.ts'
import { DayChangePreview } from './day-change-preview.tsx'
import styles from './schedule-editor-page.module.css'

const countChanged = ({ moved, cancelled }: ChangedGames): number => moved.length + cancelled.length

interface DayChangeDialogProps {
  readonly schedule: ShownSchedule
  readonly draft: ScheduleDraft
  readonly onClose: () => void
  readonly onChanged: (offer: AnnouncementOffer) => void
}

/** The offer to announce the last change of a day. */
export interface AnnouncementOffer {
  readonly text: string
  /** The number of day changes after this one. With another number, this one is no longer the last. */
  readonly changes: number
}

/** Delays or shortens a day, or cancels a round: first as a preview, then for everybody. */
export function DayChangeDialog({ schedule, draft, onClose, onChanged }: DayChangeDialogProps) {
  const [form, setForm] = useState(() => startForm(schedule.days))
  const wanted = buildWanted(form)
  // The number when the dialog opened, because the draft is read again before the change is announced.
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
  // The first press previews the change; the second one makes it.
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
interface DayChangeForm {
  readonly kind: DayChangeKind
  readonly date: string
  readonly time: string
  readonly round: string
  readonly minutes: string
  readonly game_minutes: string
  readonly slot_minutes: string
}

/** Returns the fields with the round that begins next, or else the first one. */
function startForm(days: ShownSchedule['days']): DayChangeForm {
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

function buildWanted({ kind, date, time, round, minutes, game_minutes, slot_minutes }: DayChangeForm): WantedChange {
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
  readonly form: DayChangeForm
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<DayChangeForm>) => void
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

/** Returns the preview of this change, with its errors; none once another change is typed. */
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
