import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Mail } from '../../platform/mail.ts'
import { describeDinner, formatSlots, nameDinner } from './mail-words.ts'

/** The corrections of staff to the sign-ups of one address. */
export interface Correction {
  /** The earlier names, each with the new one. */
  readonly names: readonly (readonly [was: string, is: string])[]
  /** Empty where staff gave no reason. */
  readonly reason: string
}

const lead = 'the tournament crew corrected the name on your sign-ups'

/** Returns paragraphs about a correction, for a mail that is also about new sign-ups. */
export function writeCorrection({ names, reason }: Correction): string[] {
  if (names.length > 0) return [`In addition, ${lead}:\n\n${writePairs(names)}`, ...writeReason(reason)]
  // A reason without a changed name is the reason of a changed address.
  return reason === '' ? [] : ['Our crew corrected the address.', ...writeReason(reason)]
}

/** Writes a mail that is about corrected names alone. */
export const writeCorrectionMail = ({
  corrected: { names, reason },
  signups,
  link,
  facts,
}: {
  readonly corrected: Correction
  /** All sign-ups of the address. */
  readonly signups: readonly OwnSignup[]
  readonly link: string
  readonly facts: FactsOfYear
}): Pick<Mail, 'subject' | 'text' | 'button'> => ({
  subject: `${nameDinner(facts)}: a name was corrected`,
  button: 'Show my sign-ups',
  text: `Hello,

${lead} for the dinner of
${facts.name} (${describeDinner(facts)}):

${[writePairs(names), ...writeReason(reason)].join('\n\n')}

This address is signed up for:

${formatSlots(signups)}

To see or remove your sign-ups, open your private link:

${link}

Questions? Our address is at the bottom of every page.

The tournament crew
`,
})

const writePairs = (names: Correction['names']): string =>
  names.map(([was, is]) => `  Before  ${was}\n  Now     ${is}`).join('\n\n')

const writeReason = (reason: string): string[] => (reason === '' ? [] : [`The reason: ${reason}`])
