import { scheduleLimits as limits } from '@ultimate/events/tournament/weekend/plan.ts'
import type { ScheduleDraft, ShownSettings } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormDialog } from '../../form-dialog.tsx'
import styles from './schedule-editor-page.module.css'
import { useSettingsCommand } from './use-schedule-draft.ts'

interface TypedSettings {
  readonly fields: readonly string[]
  readonly days: readonly { readonly date: string; readonly first_start: string; readonly rounds: string }[]
  readonly game_minutes: string
  readonly slot_minutes: string
  readonly max_in_a_row: string
  readonly min_rest_minutes: string
}

/** Changes fields, days, times and rest, based on the draft at the time when the dialog opened. */
export function SettingsDialog({ draft, onClose }: { readonly draft: ScheduleDraft; readonly onClose: () => void }) {
  const [settings, setSettings] = useState(() => toTypedSettings(draft.settings))
  const [version] = useState(draft.version)
  const form = useRef<HTMLFormElement>(null)
  const save = useSettingsCommand(onClose)
  const errors = save.error instanceof ApiError ? save.error.fields : {}
  useEffect(() => {
    if (save.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [save.error])
  const submit = () => {
    // After a rejection as stale, the user has seen the other change, so the next try replaces it.
    const hasSeenChange = save.error instanceof ApiError && save.error.code === 'STALE'
    save.run({ subject: toSettings(settings), version: hasSeenChange ? draft.version : version })
  }
  const change = (changes: Partial<TypedSettings>) => setSettings({ ...settings, ...changes })
  const bind = (name: 'game_minutes' | 'slot_minutes' | 'max_in_a_row' | 'min_rest_minutes') => ({
    value: settings[name],
    error: errors[name],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onValueChange: (text: string) => change({ [name]: text }),
  })
  return (
    <FormDialog
      size="large"
      onClose={onClose}
      title="Schedule settings"
      description="Games whose round or field is gone lose their place. What is public stays until you publish."
      form={form}
      label="Schedule settings"
      className={styles['form']}
      closeLabel="Cancel"
      act="Save settings"
      command={save}
      onSubmit={submit}
    >
      <fieldset className={styles['group']}>
        <legend>Days</legend>
        {errors['days'] && <p className={styles['error']}>{errors['days']}</p>}
        {settings.days.map((day, index) => {
          const bindDay = (name: keyof typeof day) => ({
            value: day[name],
            error: errors[`days.${index}.${name}`],
            onValueChange: (text: string) => change({ days: withItem(settings.days, index, { ...day, [name]: text }) }),
          })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: only its place in the list identifies a day.
            <div key={index} className={styles['dayRow']}>
              <TextField label="Date" type="date" {...bindDay('date')} />
              <TextField label="First start" type="time" {...bindDay('first_start')} />
              <TextField label="Rounds" inputMode="numeric" autoComplete="off" {...bindDay('rounds')} />
              <IconButton
                label={`Remove day ${index + 1}`}
                icon={<X aria-hidden="true" />}
                disabled={settings.days.length <= limits.days.min}
                onClick={() => change({ days: without(settings.days, index) })}
              />
            </div>
          )
        })}
        {settings.days.length < limits.days.max && (
          <Button
            variant="quiet"
            size="compact"
            icon={<Plus aria-hidden="true" />}
            onClick={() => change({ days: [...settings.days, { date: '', first_start: '09:00', rounds: '5' }] })}
          >
            Add a day
          </Button>
        )}
      </fieldset>
      <div className={styles['numbers']}>
        <TextField label="Minutes per game" {...bind('game_minutes')} />
        <TextField label="Minutes per round" {...bind('slot_minutes')} />
        <TextField label="Maximum games in a row" {...bind('max_in_a_row')} />
        <TextField label="Minimum minutes of rest" {...bind('min_rest_minutes')} />
      </div>
      <fieldset className={styles['group']}>
        <legend>Fields</legend>
        {errors['fields'] && <p className={styles['error']}>{errors['fields']}</p>}
        <div className={styles['fields']}>
          {settings.fields.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a renamed field is still the same field.
            <div key={index} className={styles['fieldRow']}>
              <TextField
                label={`Name of field ${index + 1}`}
                value={name}
                maxLength={limits.fieldName}
                autoComplete="off"
                error={errors[`fields.${index}`]}
                onValueChange={(text) => change({ fields: withItem(settings.fields, index, text) })}
              />
              <IconButton
                label={`Remove ${name || `field ${index + 1}`}`}
                icon={<X aria-hidden="true" />}
                disabled={settings.fields.length <= limits.fields.min}
                onClick={() => change({ fields: without(settings.fields, index) })}
              />
            </div>
          ))}
        </div>
        {settings.fields.length < limits.fields.max && (
          <Button
            variant="quiet"
            size="compact"
            icon={<Plus aria-hidden="true" />}
            onClick={() => change({ fields: [...settings.fields, newName(settings.fields)] })}
          >
            Add a field
          </Button>
        )}
      </fieldset>
    </FormDialog>
  )
}

const toTypedSettings = (settings: ShownSettings): TypedSettings => ({
  fields: settings.fields,
  days: settings.days.map((day) => ({ ...day, rounds: String(day.rounds) })),
  game_minutes: String(settings.game_minutes),
  slot_minutes: String(settings.slot_minutes),
  max_in_a_row: String(settings.max_in_a_row),
  min_rest_minutes: String(settings.min_rest_minutes),
})

/** Returns NaN where the text is no number, which is left for the server to report. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

const toSettings = (settings: TypedSettings): ShownSettings => ({
  fields: [...settings.fields],
  days: settings.days.map((day) => ({ ...day, rounds: parseNumber(day.rounds) })),
  game_minutes: parseNumber(settings.game_minutes),
  slot_minutes: parseNumber(settings.slot_minutes),
  max_in_a_row: parseNumber(settings.max_in_a_row),
  min_rest_minutes: parseNumber(settings.min_rest_minutes),
})

const withItem = <T,>(list: readonly T[], index: number, item: T): T[] =>
  list.map((other, at) => (at === index ? item : other))
const without = <T,>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)

function newName(names: readonly string[]): string {
  let number = names.length + 1
  while (names.includes(`Field ${number}`)) number++
  return `Field ${number}`
}
