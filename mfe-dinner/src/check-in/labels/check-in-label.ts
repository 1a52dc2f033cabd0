import { isShownAsCheckedIn, type PageState, timeWithDay } from '../lists/checklist.ts'
import type { Press } from '../use-check-in-commands.ts'
import { labelCode } from './label-code.ts'
import type { Scanned } from './scan-dialog.tsx'

/** Checks in the dish with this label, and returns the result. */
export function checkInLabel(code: string, { signups, lists, marks }: PageState, onPress: Press): Scanned {
  const signup = signups.find(({ id }) => labelCode(id) === code)
  if (!signup) return { isSuccess: false, sentence: `No dish has the label ${code}.` }
  const name = `${signup.person_name}, ${signup.slot_name}`
  if (isShownAsCheckedIn(signup, marks.get(signup.id))) {
    const at = lists.checkedIn.find(({ signup: { id } }) => id === signup.id)?.at ?? ''
    return { isSuccess: false, sentence: `Already checked in at ${timeWithDay(at, new Date())}: ${name}` }
  }
  void onPress([signup], true)
  return { isSuccess: true, sentence: `Checked in: ${name}` }
}
