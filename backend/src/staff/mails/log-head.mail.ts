import { type GatheringAutomation, TransientError } from '@ultimate/event-store/automation.ts'
import type { PublishedByDinner } from '@ultimate/events/dinner/published.ts'
import { type SignedHead, toWords } from '@ultimate/transparency-log/transparency-log.ts'
import type { Logger } from '../../platform/logging.ts'
import { type Mail, unlessRefused } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readTdMailboxes } from '../read/users.view.ts'
import { claimDay, giveDayBack } from './mailed-heads.query.ts'

const lookEveryMs = 10 * 60_000

/** Mails the newest head to the TDs once a day, from ten minutes after the start on. Returns how to stop. */
export function mailHeadsDaily(platform: Platform, logger: Logger): () => void {
  const look = () =>
    mailHeadOfTheDay(platform).catch((err: unknown) => logger.warn({ err }, 'The head of the day could not be mailed'))
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Mails a head once a day, and only if something happened since the last one. The backend that claims the day mails; if
 * that fails, it gives the claim back, and the next look tries again with the same ids of mails.
 */
export async function mailHeadOfTheDay(platform: Platform): Promise<void> {
  const { sql, clock, transparency } = platform
  const head = await transparency.newest()
  if (!head) return
  const day = clock.now().toISOString().slice(0, 10)
  if (!(await claimDay(sql, day, head.size))) return
  try {
    await mailHead(platform, head, day)
  } catch (error) {
    await giveDayBack(sql, day)
    throw error
  }
}

/** Long enough for the sealer to have signed a head over the end of the dinner. */
const quietMs = 3_000

/** Mails the head at once after a dinner, because its records may be disputed later. */
export function whenDinnerFinishedThenMailHead(platform: Platform): GatheringAutomation {
  const { transparency } = platform
  return {
    name: 'when-dinner-finished-then-mail-head',
    on: ['DinnerFinished'] satisfies PublishedByDinner['type'][],
    gather: {
      keyOf: async () => 'dinner',
      quietMs,
      handle: async (events) => {
        const position = events.at(-1)?.metadata.position ?? 0
        const head = await transparency.newest()
        if (!head || (await transparency.prove(position)) === 'unsealed')
          throw new TransientError('everything', new Error('The end of the dinner is not sealed yet'))
        await mailHead(platform, head, `finish-${position}`)
      },
    },
  }
}

type HeadMailParts = Pick<Platform, 'sql' | 'mailer' | 'transparency'>

/**
 * Mails a head to every TD: a refused address does not stop the mails to the others. `occasion` becomes part of the
 * mail's id, by which a receiver recognizes a mail that is sent again.
 */
export async function mailHead(
  { sql, mailer, transparency }: HeadMailParts,
  head: SignedHead,
  occasion: string,
): Promise<void> {
  for (const { id, email } of await readTdMailboxes(sql)) {
    const mail = {
      id: `log-head-${occasion}-${id}`,
      to: email,
      mailbox: 'staff',
      ...writeMail(head, transparency.key),
    } as const
    await unlessRefused(mailer.send(mail))
  }
}

function writeMail(head: SignedHead, key: string): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: `Seal of the audit log: ${head.size} events`,
    text: `Hi,

this is the seal of everything that was recorded up to now, ${head.size} events. Please
keep this email: it proves later that none of them was changed, removed or added.

In eight words, as printed sheets show it:

  ${toWords(head)}

To check it, save the block between the lines into a file, and let the person who looks after
the server run: npm run verify -- --heads FILE

----------------------------------------------------------------------
${head.text}----------------------------------------------------------------------

The key that signs it: ${key}

The tournament crew
`,
  }
}
