import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import { endOfServing } from '@ultimate/events/dinner/slot.ts'
import type { Mail } from '../../../platform/mail.ts'

/** The mail that says what somebody signed up for, with the link that lets any device show and remove it. */
export function confirmation(signup: OwnSignup, link: string): Mail {
  const { time_slot: from } = signup
  const what = from === null ? signup.slot_name : `${signup.slot_name}, ${from} to ${endOfServing(from)}`
  const thanks = from === null ? 'thank you for bringing a dish to the dinner.' : 'thank you for serving at the dinner.'
  return {
    id: `signed-up-${signup.id}`,
    to: signup.email,
    subject: `Saturday dinner: ${signup.slot_name}`,
    text: `Hi ${signup.person_name},

${thanks} Here is what we wrote down:

  ${from === null ? 'Dish     ' : 'Serving  '} ${what}
  Team       ${signup.team_name}

To see or remove your sign-ups on this or another device, open your private link.
Whoever has it can remove them, so please keep it to yourself:

${link}

See you at the table,
the tournament crew
`,
  }
}
