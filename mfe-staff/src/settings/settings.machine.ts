import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { findErrors, type SettingsDraft, settingsFields, toDraft } from './settings-draft.ts'

/** The edition as the server answered it. A change sends the `tag`, so that the server finds conflicts. */
export interface TaggedEdition {
  readonly edition: Edition
  readonly tag: string
}

export interface SavedSettings extends TaggedEdition {
  /** Consequences of the change that may not be intended. */
  readonly warnings: readonly string[]
  readonly key: string
}

/** The form that changes the settings of an edition. */
export const settingsMachine = formMachine<SettingsDraft, SavedSettings>({
  id: 'settings',
  fields: settingsFields,
  empty: Object.fromEntries(settingsFields.map((field) => [field, ''])) as SettingsDraft,
  findErrors,
  failed: 'The settings could not be saved.',
  afterwards: ({ edition }) => toDraft(edition),
  isEdit: true,
})
