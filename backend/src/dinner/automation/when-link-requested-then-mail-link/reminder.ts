import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import type { Mail } from '../../../platform/mail.ts'

/** The private link once more, with what it is for; to the address of the newest sign-up. */
export function reminder({ id, signups, link }: { id: string; signups: readonly OwnSignup[]; link: string }): Mail {
  const latest = signups.at(-1)
  const list = signups.map(({ time_slot: at, slot_name: name }) => `  - ${at === null ? name : `${name}, ${at}`}`)
  return {
    id,
    to: latest?.email ?? '',
    subject: 'Your sign-ups for the Saturday dinner',
    text: `Hi ${latest?.person_name},

somebody, most likely you, asked for the link to your sign-ups:

${list.join('\n')}

Open it on the device where you want to see or remove them. Whoever has it can do so,
so please keep it to yourself:

${link}

If it was not you, there is nothing to do.

The tournament crew
`,
  }
}
