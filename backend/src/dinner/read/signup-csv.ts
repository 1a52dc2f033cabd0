import { allergenWords } from '@ultimate/events/dinner/allergens.ts'
import { servingRange } from '@ultimate/events/dinner/slot.ts'
import type { ContactSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { momentInHuntsville } from '@ultimate/events/language/venue-clock.ts'
import { type CsvColumns, toCsv } from '../../platform/http/answer/csv.ts'

const atVenue = (moment: string | null): string => (moment === null ? '' : momentInHuntsville(new Date(moment)))
const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

const columns: CsvColumns<ContactSignup> = [
  ['Name', ({ person_name }) => person_name],
  ['Email', ({ email }) => email],
  ['Team', ({ team_name }) => team_name],
  ['Category', ({ category }) => (category === 'dishes' ? 'Dish' : 'Serving')],
  ['Slot', ({ slot_name }) => slot_name],
  ['Shift', ({ time_slot }) => (time_slot === null ? '' : servingRange(time_slot))],
  ['Description', ({ description }) => description],
  ['Allergens named', ({ allergens }) => allergenWords(allergens)],
  ['Signed up (venue time)', ({ signed_up_at }) => atVenue(signed_up_at)],
  ['Checked in', ({ checked_in }) => yesOrNo(checked_in)],
  ['Checked in at (venue time)', ({ checked_at }) => atVenue(checked_at)],
  ['Checked in by', ({ checked_in_by }) => checked_in_by ?? ''],
  ['Walked in', ({ walk_in }) => yesOrNo(walk_in)],
  ['Id', ({ id }) => id],
]

export const signupsCsv = (signups: readonly ContactSignup[]): string => toCsv(columns, signups)
