import type { ReasonOfEnd, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slots/slot.ts'
import { edition } from '@ultimate/events/language/edition.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { GatheringAutomation } from '../../../platform/module.ts'
import { readSignupsOf } from '../../read/signups/query.ts'
import type { PrivateLinks } from '../../secrets/private-link.ts'
import { signupIdOf, signupStream } from '../../write/signup.ts'
import { isBack } from '../../write/signup-removal/withdraw-signup.ts'
import { fieldsOf, slotStream } from '../../write/slot.ts'

/**
 * Tells the owner of an address, in one mail, what staff removed of its sign-ups. Sends none for what its owner removed,
 * for demo data and for forgotten people.
 */
export function whenSignupWithdrawnThenMailOwner(platform: EditionPlatform, links: PrivateLinks): GatheringAutomation {
  const { mailer, current, log, configuration } = platform

  /** Whose it was: rows do not know a sign-up that is gone. */
  async function signedUp({ data, metadata }: Withdrawn): Promise<SignedUp | undefined> {
    const about = signupStream(signupIdOf(metadata.stream))
    const [found] = await log.read({ stream: slotStream(data.slotId), about, types: ['SignedUp'], limit: 1 })
    return found as SignedUp | undefined
  }

  async function stillGone(withdrawn: readonly Withdrawn[]): Promise<readonly Withdrawn[]> {
    const areBack = await Promise.all(withdrawn.map(({ metadata }) => isBack(log, metadata)))
    return withdrawn.filter((_, index) => !areBack[index])
  }

  async function slotName(slotId: string): Promise<string> {
    const types = ['SlotAdded', 'SlotChanged'] satisfies SlotEvent['type'][]
    const [defined] = await log.read({ stream: slotStream(slotId), types, newestFirst: true, limit: 1 })
    return defined ? nameOfSlot(fieldsOf((defined as Defined).data.slot)) : 'a slot'
  }

  return {
    name: 'when-signup-withdrawn-then-mail-owner',
    on: ['SignupWithdrawn'] satisfies SignupEvent['type'][],
    gather: {
      quietMs: configuration.mailQuietSeconds * 1000,
      keyOf: async (recorded) => {
        const withdrawn = recorded as Withdrawn
        if (withdrawn.data.reason === 'removed') return null
        const signup = await signedUp(withdrawn)
        if (!signup || signup.metadata.actor.kind === 'system' || signup.data.person.email === '') return null
        return links.digestOf(signup.data.person.email)
      },
      handle: async (gathered) => {
        const all = await stillGone(gathered as readonly Withdrawn[])
        const last = all.at(-1)
        const email = last && (await signedUp(last))?.data.person.email
        if (!email) return
        const gone = await Promise.all(
          all.map(async ({ data: { slotId, reason } }) => ({ name: await slotName(slotId), reason })),
        )
        const left = await readSignupsOf(current, emailKey(email))
        const mail = removal({ gone, left, link: await links.linkFor(email) })
        // Staff caused it, so it is sent however much strangers have caused before.
        await mailer.send({ id: `withdrawn-${signupIdOf(last.metadata.stream)}`, to: email, mailbox: 'staff', ...mail })
      },
    },
  }
}

type Withdrawn = RecordedEvent<Extract<SignupEvent, { type: 'SignupWithdrawn' }>>
type SignedUp = RecordedEvent<Extract<SlotEvent, { type: 'SignedUp' }>>
type Defined = RecordedEvent<Extract<SlotEvent, { type: 'SlotAdded' | 'SlotChanged' }>>

export interface Removal {
  readonly gone: readonly { readonly name: string; readonly reason: ReasonOfEnd }[]
  /** What the address is still signed up for. */
  readonly left: readonly OwnSignup[]
  readonly link: string
}

/** In the words of staff alone, as all mails to addresses that visitors typed. */
export function removal({ gone, left, link }: Removal): Omit<Mail, 'id' | 'to' | 'mailbox'> {
  const [first] = gone
  const lines = gone.map(({ name, reason }) => `  - ${name}${reason === 'slot-deleted' ? ' (no longer needed)' : ''}`)
  const names = new Set(left.map(({ slot_name: name, time_slot }) => nameOfSlot({ name, time_slot })))
  const still =
    names.size === 0
      ? 'This address is signed up for nothing else.'
      : `This address is still signed up for:\n\n${[...names].map((name) => `  - ${name}`).join('\n')}`
  return {
    subject:
      first && gone.length === 1 ? `Saturday dinner: without ${first.name}` : 'Saturday dinner: changed sign-ups',
    text: `Hello,

the tournament crew has changed the plan for the dinner of ${edition.name}
(${edition.dinner}). These sign-ups of yours were removed, so please
take them out of your calendar as well:

${lines.join('\n')}

${still}

There may be room elsewhere. Your private link shows what is open, and your sign-ups:

${link}

A question? Our address stands at the foot of every page.

The tournament crew
`,
  }
}
