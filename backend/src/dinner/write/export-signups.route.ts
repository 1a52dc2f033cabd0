import { describeAllergens } from '@ultimate/events/dinner/allergens.ts'
import { exportSignupsDecider } from '@ultimate/events/dinner/disclosure.ts'
import { servingRange } from '@ultimate/events/dinner/serving-times.ts'
import { type ContactSignup, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { formatVenueTime } from '@ultimate/events/language/venue-clock.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type CsvColumns, csvHeaders, toCsv } from '../../platform/http/answer/csv.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readContactSignups } from '../read/signups.view.ts'

/** The file is sent only after the log names the user who exports it. */
export function exportSignupsRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    signupApi.exportSignups,
    async ({ query }, { commandContext: { now }, send, current }) => {
      const signups = await readContactSignups(current, query.category)
      const data = { signups: signups.length }
      await send(exportSignupsDecider, 'disclosure-exports', { type: 'ExportSignups', data })
      // An endpoint declares no type for a body that is not JSON.
      const body = Buffer.from(signupsCsv(signups)) as unknown as undefined
      return { status: 200, body, headers: csvHeaders('sign-ups', now) }
    },
  )
}

const atVenue = (moment: string | null): string => (moment === null ? '' : formatVenueTime(new Date(moment)))
const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

const columns: CsvColumns<ContactSignup> = [
  ['Name', ({ person_name }) => person_name],
  ['Email', ({ email }) => email],
  ['Team', ({ team_name }) => team_name],
  ['Category', ({ category }) => (category === 'dishes' ? 'Dish' : 'Serving')],
  ['Slot', ({ slot_name }) => slot_name],
  ['Shift', ({ time_slot }) => (time_slot === null ? '' : servingRange(time_slot))],
  ['Description', ({ description }) => description],
  ['Allergens named', ({ allergens }) => describeAllergens(allergens)],
  ['Signed up (venue time)', ({ signed_up_at }) => atVenue(signed_up_at)],
  ['Checked in', ({ checked_in }) => yesOrNo(checked_in)],
  ['Checked in at (venue time)', ({ checked_at }) => atVenue(checked_at)],
  ['Checked in by', ({ checked_in_by }) => checked_in_by ?? ''],
  ['Walked in', ({ walk_in }) => yesOrNo(walk_in)],
  ['Id', ({ id }) => id],
]

export const signupsCsv = (signups: readonly ContactSignup[]): string => toCsv(columns, signups)
