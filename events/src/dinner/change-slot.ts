import type { TimedCommand } from '../language/command.ts'
import { editErrors } from '../platform/errors.ts'
import { dinnerErrors } from './errors.ts'
import type { SlotEvent } from './events.ts'
import {
  evolve,
  initialState,
  isSameDefinition,
  type SlotFields,
  type SlotState,
  slotProblems,
  toDefinition,
  toFields,
} from './slot.ts'
import type { SlotChange } from './slots/slot-schema.ts'

export type AddSlot = TimedCommand<'AddSlot', SlotFields>

/** The same request again finds its slot there. */
export function addSlot({ data }: AddSlot, slot: SlotState): SlotEvent[] {
  return slot.status === 'unknown' ? [{ type: 'SlotAdded', data: { slot: toDefinition(data) } }] : []
}

export const addSlotDecider = { decide: addSlot, evolve, initialState }

/** Fields that are not named stay as they are. `expectedRevision` is the one the editor saw. */
export type ChangeSlot = TimedCommand<'ChangeSlot', { change: SlotChange; expectedRevision?: number | undefined }>

/** `maxSignups` may fall below the number of sign-ups: all sign-ups stay, and the slot is full. */
export function changeSlot({ data: { change, expectedRevision } }: ChangeSlot, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_NOT_FOUND')
  if (expectedRevision !== undefined && expectedRevision !== slot.revision) editErrors.fail('STALE')
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const fields: SlotFields = { ...toFields(slot.definition), ...named }
  const problems = slotProblems(fields)
  if (Object.keys(problems).length > 0) editErrors.fail('INVALID_FIELDS', problems)
  if (fields.category !== slot.definition.category && slot.signups.length > 0) dinnerErrors.fail('SLOT_HAS_SIGNUPS')
  const changed = toDefinition(fields)
  return isSameDefinition(changed, slot.definition) ? [] : [{ type: 'SlotChanged', data: { slot: changed } }]
}

export const changeSlotDecider = { decide: changeSlot, evolve, initialState }

export type DeleteSlot = TimedCommand<'DeleteSlot', { expectedRevision?: number | undefined }>

export function deleteSlot({ data: { expectedRevision } }: DeleteSlot, slot: SlotState): SlotEvent {
  if (slot.status !== 'open') return dinnerErrors.fail('SLOT_NOT_FOUND')
  if (expectedRevision !== undefined && expectedRevision !== slot.revision) editErrors.fail('STALE')
  return { type: 'SlotDeleted', data: { signupIds: slot.signups.map(({ id }) => id) } }
}

export const deleteSlotDecider = { decide: deleteSlot, evolve, initialState }

/** Undoes a deletion. `restore-signup` then puts the sign-ups back. An editor who saw the slot before is stale. */
export type RestoreSlot = TimedCommand<'RestoreSlot', Record<string, never>>

export function restoreSlot(_: RestoreSlot, slot: SlotState): SlotEvent[] {
  if (slot.status !== 'deleted') return []
  return [{ type: 'SlotRestored', data: { slot: slot.definition, revision: slot.revision + 1 } }]
}

export const restoreSlotDecider = { decide: restoreSlot, evolve, initialState }
