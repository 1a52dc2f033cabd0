import type { Decider, TimedCommand } from '../../language/command.ts'
import { scheduleErrors } from '../errors.ts'
import type { ScheduleEvent } from './events.ts'
import type { Field, ScheduleDay, ScheduleSettings } from './plan.ts'
import { evolve, initialState, isSameText, type Schedule, withSettings } from './schedule.ts'

const isInitial = (schedule: Schedule): boolean => isSameText(schedule, initialState())

/** Returns the schedule with the settings of its edition, which no event has stored before the first change. */
export const withEditionSettings = (schedule: Schedule, settings: ScheduleSettings): Schedule =>
  isInitial(schedule) ? { ...schedule, draft: withSettings(schedule.draft, settings) } : schedule

/** Returns a decider that decides the same, but with the first change also stores the settings of the edition. */
export function storeEditionSettings<C extends TimedCommand>(
  decider: Decider<Schedule, C, ScheduleEvent>,
  settings: ScheduleSettings,
): Decider<Schedule, C, ScheduleEvent> {
  return {
    ...decider,
    decide: (command, schedule) => {
      if (!isInitial(schedule) || isSameText(settings, schedule.draft.settings))
        return decider.decide(command, schedule)
      const events = [decider.decide(command, withEditionSettings(schedule, settings))].flat()
      return events.length === 0 ? [] : [{ type: 'ScheduleSettingsChanged', data: { settings } }, ...events]
    },
  }
}

/** The settings as the TD enters them: fields by their names. */
interface SettingsToSet extends Omit<ScheduleSettings, 'fields'> {
  readonly fields: readonly string[]
}
export type ChangeSettings = TimedCommand<'ChangeSettings', { readonly settings: SettingsToSet }>

export function changeSettings({ data: { settings } }: ChangeSettings, { draft }: Schedule): ScheduleEvent[] {
  const errors = findBrokenRules(settings)
  if (Object.keys(errors).length > 0) scheduleErrors.fail('SCHEDULE_SETTINGS', errors)
  const newSettings = orderKeys({ ...settings, fields: identifyFields(draft.settings.fields, settings.fields) })
  if (isSameText(newSettings, orderKeys(draft.settings))) return []
  return [{ type: 'ScheduleSettingsChanged', data: { settings: newSettings } }]
}

/** Puts the keys in one order, so that equal settings are equal text. */
const orderKeys = (settings: ScheduleSettings): ScheduleSettings => ({
  fields: settings.fields.map(({ id, name }) => ({ id, name })),
  days: settings.days.map(({ date, first_start, rounds }) => ({ date, first_start, rounds })),
  game_minutes: settings.game_minutes,
  slot_minutes: settings.slot_minutes,
  max_in_a_row: settings.max_in_a_row,
  min_rest_minutes: settings.min_rest_minutes,
})

/** Gives each name an id. A field keeps its id, and so its games, while its name stays or it is renamed in its position. */
function identifyFields(before: readonly Field[], names: readonly string[]): Field[] {
  const namesNow = new Set(names)
  const usedIds = new Set<string>()
  const createId = (): string => {
    let number = 1
    while (usedIds.has(`field-${number}`) || before.some(({ id }) => id === `field-${number}`)) number++
    return `field-${number}`
  }
  return names.map((name, index) => {
    const sameName = before.find((field) => field.name === name)
    const samePosition = before.length === names.length ? before[index] : undefined
    const id = sameName?.id ?? (samePosition && !namesNow.has(samePosition.name) ? samePosition.id : createId())
    usedIds.add(id)
    return { id, name }
  })
}

/** Returns sentences by field. The request checks each number alone; these rules check them together. */
function findBrokenRules(settings: SettingsToSet): Record<string, string> {
  const { fields, days, game_minutes, slot_minutes } = settings
  const dates = days.map(({ date }) => date)
  const endsAfterMidnight = ({ first_start, rounds }: ScheduleDay) => {
    const [hours = 0, minutes = 0] = first_start.split(':').map(Number)
    return hours * 60 + minutes + (rounds - 1) * slot_minutes + game_minutes > 24 * 60
  }
  const lateDay = days.findIndex(endsAfterMidnight)
  const errors: Record<string, string> = {}
  if (new Set(fields).size < fields.length) errors['fields'] = 'Two fields have the same name.'
  if (slot_minutes < game_minutes) errors['slot_minutes'] = 'A round cannot be shorter than its games.'
  if (dates.some((date, index) => index > 0 && date <= (dates[index - 1] ?? '')))
    errors['days'] = 'Days must be in order, each once.'
  if (lateDay >= 0) errors[`days.${lateDay}.rounds`] = 'The last round would end after midnight.'
  return errors
}

export const changeSettingsDecider = { decide: changeSettings, evolve, initialState }
