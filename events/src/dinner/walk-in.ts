import type { TimedCommand } from '../language/command.ts'
import { buildTrust, limitMoment, type ReportedTime } from '../language/reported-time.ts'
import { type Allergens, noneNamed, storedAllergens } from './allergens.ts'
import { dinnerErrors } from './errors.ts'
import type { SlotEvent } from './events.ts'
import { refuseWithoutDish } from './name-allergens.ts'
import { defaultMaxSignups, defaultTeamRequirement, evolve, initialState, type SlotState } from './slot.ts'

export interface WalkInData extends Record<string, unknown>, ReportedTime {
  readonly signupId: string
  readonly name: string
  readonly team: string
  /** A dish that no slot asks for; it becomes a slot of its own. */
  readonly dish?: string | undefined
  /** Those of a dish; absent where none are named. */
  readonly allergens?: Allergens | undefined
}
export type WalkIn = TimedCommand<'WalkIn', WalkInData>

/** The dish or the helper is already here, so a full slot refuses none. */
export function walkIn({ data, metadata }: WalkIn, slot: SlotState): SlotEvent[] {
  const { signupId, name, team, dish, allergens = noneNamed } = data
  const added = slot.status === 'unknown' && dish !== undefined ? [unlistedSlot(dish)] : []
  if (slot.status !== 'open' && added.length === 0) return dinnerErrors.fail('UNKNOWN_SLOT', { slot_id: slotSentence })
  if (slot.status === 'open') refuseWithoutDish(slot, allergens)
  const at = limitMoment(data.at, metadata.now, null)
  const person = { name, team }
  const entry = { signupId, person, at, ...buildTrust(data), ...storedAllergens(allergens) }
  return [...added, { type: 'WalkedIn', data: entry }]
}

const unlistedSlot = (name: string): SlotEvent => ({
  type: 'SlotAdded',
  data: {
    slot: {
      category: 'dishes',
      name,
      description: '',
      teamRequirement: defaultTeamRequirement,
      maxSignups: defaultMaxSignups,
      unlisted: true,
    },
  },
})

const slotSentence = dinnerErrors.registry.UNKNOWN_SLOT.message

export const walkInDecider = { decide: walkIn, evolve, initialState }
