import { z } from 'zod'
import { endpoint } from '../../language/endpoint.ts'
import { adminOrTd } from '../../language/roles.ts'
import { slotCategories } from '../slot.ts'
import { newSlot, slotChange } from './slot-schema.ts'

export const slotId = z.uuid('This is not the id of a slot.')

export const slot = z.strictObject({
  id: slotId,
  name: z.string(),
  description: z.string(),
  category: z.enum(slotCategories),
  team_requirement: z.int(),
  max_signups: z.int(),
  current_signups: z.int(),
  /** `HH:MM`, the beginning of half an hour of serving; null for dishes. */
  time_slot: z.string().nullable(),
  recipe_title: z.string().nullable(),
  recipe_ingredients: z.string().nullable(),
  recipe_instructions: z.string().nullable(),
})
export type Slot = z.infer<typeof slot>

export const slotApi = {
  listSlots: endpoint({
    method: 'GET',
    path: '/api/dinner-slots',
    summary: 'List the slots of the dinner: dishes by name, then serving by time',
    allow: 'everyone',
    answers: { 200: z.strictObject({ slots: z.array(slot) }) },
  }),
  addSlot: endpoint({
    method: 'POST',
    path: '/api/dinner-slots',
    summary: 'Add a slot for a dish or for serving',
    allow: adminOrTd,
    body: newSlot,
    answers: { 201: z.strictObject({ slot }) },
  }),
  changeSlot: endpoint({
    method: 'PUT',
    path: '/api/dinner-slots/{id}',
    summary: 'Change a slot: what is not named stays as it is. The version counts changes of the slot, not sign-ups',
    allow: adminOrTd,
    params: z.strictObject({ id: slotId }),
    body: slotChange,
    answers: { 200: z.strictObject({ slot }) },
    errors: ['SLOT_NOT_FOUND', 'SLOT_HAS_SIGNUPS', 'STALE'],
  }),
  deleteSlot: endpoint({
    method: 'DELETE',
    path: '/api/dinner-slots/{id}',
    summary: 'Delete a slot and all its sign-ups',
    allow: adminOrTd,
    params: z.strictObject({ id: slotId }),
    answers: { 204: null },
    errors: ['SLOT_NOT_FOUND', 'STALE'],
  }),
}
