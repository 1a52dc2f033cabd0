import { type SignedHead, toWords } from '@ultimate/transparency-log/transparency-log.ts'
import { type Mail, unlessRefused } from '../../platform/mail.ts'
import type { Platform } from '../../platform/module.ts'
import { readTdMailboxes } from '../read/users.view.ts'

type HeadMailParts = Pick<Platform, 'sql' | 'mailer' | 'transparency'>

/**
 * Mails a head to every TD: a refused address does not stop the mails to the others. `why` names the occasion: a mail
 * of the same name to the same person is the same mail.
 */
export async function mailHead(
  { sql, mailer, transparency }: HeadMailParts,
  head: SignedHead,
  why: string,
): Promise<void> {
  for (const { id, email } of await readTdMailboxes(sql)) {
    const mail = {
      id: `log-head-${why}-${id}`,
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
