import { createHmac } from 'node:crypto'
import { PermanentError, TransientError } from '@ultimate/event-store/automation.ts'
import pLimit from 'p-limit'
import { type Mail, PossiblySent } from '../../platform/mail.ts'
import { toMailbox } from '../../platform/mailbox.ts'
import type { Platform, Recipient } from '../../platform/module.ts'
import {
  claimMail,
  type FailureReason,
  readMails,
  returnMail,
  settleInterrupted,
  settleMail,
} from './group-mails.query.ts'

/**
 * Mails that are sent at the same time: a slow server answers each after seconds, and takes few connections of a
 * client.
 */
const maxParallel = 4
/** The most attempts of a mail that fails because of its own mailbox, where failures are listed. */
const maxListedTries = 6
const noLimit = 1_000_000

/** The mails about one announcement, message or reminder. */
export interface Mailing {
  /** Ids of its mails begin like this, and end with the digest of a mailbox. */
  readonly prefix: string
  /** The recipient of each digest, or why no mail is sent. A person who is not listed has left. */
  readonly recipients: ReadonlyMap<string, Recipient | FailureReason>
  /** Called just before the mail leaves; returns why none is sent, if none is after all. */
  readonly compose: (digest: string) => Composed | FailureReason | Promise<Composed | FailureReason>
  /**
   * `list`: a mail that may have arrived is never sent again, and failed mails are listed for staff. `throw`: such a
   * mail is sent again, because a second mail is better than none, and failures are thrown.
   */
  readonly failures: 'list' | 'throw'
}

type Composed = Pick<Mail, 'subject' | 'text' | 'button' | 'unsubscribe'>

/** Returns a digest that names no one, and is the same for every spelling of a mailbox. */
export const computeDigest = (address: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`announcement ${toMailbox(address)}`)
    .digest('hex')
    .slice(0, 16)

/**
 * Sends the mails that wait. A mailbox that refuses its mail does not stop the mails to others.
 *
 * @throws TransientError where some wait for another attempt
 */
export async function sendMails(platform: Platform, mailing: Mailing): Promise<void> {
  const { sql } = platform
  const { prefix, failures } = mailing
  await settleInterrupted(sql, prefix, failures === 'list' ? 'failed' : 'waiting')
  const waiting = (await readMails(sql, prefix)).filter(({ state }) => state === 'waiting')
  const runLimited = pLimit(maxParallel)
  const errors: unknown[] = []
  let isServerGone = false
  await Promise.all(
    waiting.map(({ id }) =>
      runLimited(async () => {
        if (isServerGone) return
        const failure = await sendOne(platform, mailing, id)
        isServerGone ||= failure instanceof TransientError && failure.scope === 'everything'
        if (failure) errors.push(failure)
      }),
    ),
  )
  // An error that concerns all mails comes first, then one after which its mail is tried again.
  const failure = errors.find(concernsAll) ?? errors.find((one) => one instanceof TransientError) ?? errors[0]
  if (failure) throw failure
}

const concernsAll = (failure: unknown): boolean => !(failure instanceof PermanentError || concernsOneMail(failure))
const concernsOneMail = (failure: unknown): boolean => failure instanceof TransientError && failure.scope === 'this'

/** Sends one mail. Returns the error that it failed with, unless staff are shown the failure in a list. */
async function sendOne(platform: Platform, mailing: Mailing, id: string): Promise<unknown> {
  const { sql, mailer, clock } = platform
  const digest = id.slice(mailing.prefix.length)
  const recipient = mailing.recipients.get(digest) ?? 'left'
  const giveUp = (reason: FailureReason) => settleMail(sql, id, { state: 'failed', reason, at: clock.now() })
  if (typeof recipient === 'string') return giveUp(recipient)
  if (!(await claimMail(sql, id))) return
  try {
    const composed = await mailing.compose(digest)
    if (typeof composed === 'string') return await giveUp(composed)
    await mailer.send({ id, to: recipient.address, mailbox: 'staff', ...composed })
  } catch (error) {
    return noteFailure(platform, id, { error, isListed: mailing.failures === 'list' })
  }
  return settleMail(sql, id, { state: 'sent', at: clock.now() })
}

/** Stores the failure. Returns its error, unless it is final and staff are shown it in a list. */
async function noteFailure(
  { sql, clock }: Platform,
  id: string,
  { error, isListed }: { readonly error: unknown; readonly isListed: boolean },
): Promise<unknown> {
  const at = clock.now()
  const isRefused = error instanceof PermanentError
  if (isRefused || (isListed && error instanceof PossiblySent)) {
    await settleMail(sql, id, { state: 'failed', reason: isRefused ? 'refused' : 'unsure', at })
    return isListed ? undefined : error
  }
  if (concernsOneMail(error)) await returnMail(sql, id, { at, maxTries: isListed ? maxListedTries : noLimit })
  else await settleMail(sql, id, { state: 'waiting', at })
  return error
}

/** Indents a text of staff so that its lines stay as they are: in a mail, lines that are not indented flow together. */
export const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `  ${line.trim()}`))
    .join('\n')
