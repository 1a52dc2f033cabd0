import { TransientError } from '@ultimate/event-store/automation.ts'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import type { Forgetting, PersonReference } from '@ultimate/events/staff/people-api.ts'
import { removeUserDecider, userStream } from '@ultimate/events/staff/user.ts'
import { forgetInAnswers } from '../../../platform/http/idempotency-rows.ts'
import { forgetMails, locateOutbox } from '../../../platform/mail/outbox.ts'
import { unlessRefused } from '../../../platform/mail.ts'
import { mentionsMailbox } from '../../../platform/mailbox.ts'
import type { PersonalKind, Platform } from '../../../platform/module.ts'
import { forgottenMail } from '../../mails/forgetting-declined.mail.ts'
import { computeDigest } from '../../mails/group-mails.ts'
import { readRequests } from '../../read/erasures.view.ts'
import { accountById, countPlainNames, withTdLock } from '../../read/users.view.ts'
import { removingSecrets } from '../../secrets/user-secrets.ts'
import { digestOfName } from '../sign-in/note-attempt.ts'
import { forgetPerson as decide, type ForgetPerson, forgetPersonDecider } from './forgetting.decider.ts'

type PersonalKinds = Readonly<Record<string, PersonalKind>>

/** The user who asks, and whether the answer is only a preview. */
export interface ForgettingRequest {
  /** Null on the command line. */
  readonly by: string | null
  readonly preview: boolean
  readonly context: CommandContext
}

const erasureSubject = /^erasure-(.+)\/contact$/
const userSubject = /^user-(.+)\/person$/

/**
 * Returns what forgetting a person takes away and, unless it is a preview, does it: ends their account, takes what
 * names them out of stored answers and mails, and drops their keys. A repeated request finds no person, and succeeds.
 */
export async function forgetPerson(
  platform: Platform,
  reference: PersonReference,
  request: ForgettingRequest,
): Promise<Forgetting> {
  const { people, sql, configuration } = platform
  const kinds = listPersonalKinds(platform)
  const ownSubjects = await findSubjects(platform, kinds, reference)
  const users = ownSubjects.flatMap((subject) => userSubject.exec(subject)?.[1] ?? [])
  const [typedNameSubjects, unsubscribed] = await Promise.all([
    findTypedNames(platform, ownSubjects, reference),
    findUnsubscriptions(platform, ownSubjects, reference),
  ])
  const subjects = [...new Set([...ownSubjects, ...typedNameSubjects, ...unsubscribed])]
  const accounts = await filterActive(platform, users)
  const person = { subjects, accounts: accounts.length, namingEntries: await countPlainNames(sql, users) }
  const sendsMails = locateOutbox(configuration) === null
  const answer = describeForgetting(kinds, { ...person, sendsMails })
  await withTdLock(sql, async (tds) => {
    const data = { subjects, users, by: request.by, tds }
    const command: ForgetPerson = { type: 'ForgetPerson', data, metadata: { now: request.context.now } }
    if (request.preview) return decide(command)
    const texts = (await people.textsAbout(subjects)).filter(identifiesAlone)
    // Rejects the request before the last mail is sent.
    decide(command)
    const lastMailIds = await mailConfirmation(platform, subjects)
    // The event is stored first, because its decision may still reject the request, before anything is lost.
    await platform.commands.handle(forgetPersonDecider, { stream: 'forgetting', command }, removeKey(request.context))
    for (const id of accounts) await endAccount(platform, id, { ...request, tds })
    await people.forget(subjects, texts)
    await forgetInAnswers(sql, configuration.authSecret, texts)
    await forgetMails(locateOutbox(configuration), texts, lastMailIds)
    return []
  })
  return answer
}

/**
 * Sends a last mail to people who asked to be forgotten, while their address can still be read. Returns the mails' ids.
 *
 * @throws FORGETTING_MAIL_WAITS where it cannot be sent now; a mailbox that takes no mails holds nothing up
 */
async function mailConfirmation({ sql, mailer }: Platform, subjects: readonly string[]): Promise<string[]> {
  const ids = subjects.flatMap((subject) => erasureSubject.exec(subject)?.[1] ?? [])
  const requests = await readRequests(sql, ids)
  const mails = requests.map(({ id, email }) => forgottenMail(`forgotten-${id}`, email))
  for (const mail of mails)
    await unlessRefused(mailer.send(mail)).catch((cause: unknown) => {
      throw cause instanceof TransientError ? staffErrors.error('FORGETTING_MAIL_WAITS', undefined, 60) : cause
    })
  return mails.map(({ id }) => id)
}

/**
 * Removes the idempotency key, which only one of several appends could claim. The key is not needed, because a repeated
 * request finds nothing left to do.
 */
const removeKey = (context: CommandContext): CommandContext => ({ ...context, idempotency: null })

/**
 * Returns whether a text identifies a person on its own: an address, a number, several words. A short word may also be
 * part of another person's name.
 */
const identifiesAlone = (text: string): boolean => /@|\S\s\S|\d{5}/.test(text) || text.length >= 8

const listPersonalKinds = ({ modules }: Platform): PersonalKinds =>
  Object.fromEntries(modules().flatMap(({ personalData = {} }) => Object.entries(personalData)))

/** Finds the subjects of the person whose data can still be read. */
async function findSubjects({ people }: Platform, kinds: PersonalKinds, reference: PersonReference): Promise<string[]> {
  // A reference has one field, such as `{ team: '<id>' }`.
  const [[key, value = ''] = ['', '']] = Object.entries(reference)
  return key === 'email' ? people.find(mentionsMailbox(value)) : people.known(listReferenced(kinds, key, value))
}

/** Finds failed sign-ins under the person's username, or under the address that was typed in its place. */
async function findTypedNames(
  { people, configuration }: Platform,
  subjects: readonly string[],
  { email }: PersonReference,
): Promise<string[]> {
  const texts = await people.textsAbout(subjects.filter((subject) => userSubject.test(subject)))
  const names = email === undefined ? texts : [...texts, email]
  if (names.length === 0) return []
  const digests = new Set(names.map((name) => digestOfName(configuration.authSecret, name)))
  return people.find((text) => digests.has(text), ['SignInFailed'])
}

/** Finds the unsubscriptions of the person's mailboxes. */
async function findUnsubscriptions(
  { people, configuration }: Platform,
  subjects: readonly string[],
  { email }: PersonReference,
): Promise<string[]> {
  const texts = [...(await people.textsAbout(subjects)), ...(email === undefined ? [] : [email])]
  const addresses = texts.filter((text) => text.includes('@'))
  const digests = new Set(addresses.map((address) => computeDigest(address, configuration.authSecret)))
  return digests.size === 0 ? [] : people.find((text) => digests.has(text), ['Unsubscribed'])
}

async function filterActive({ sql }: Platform, users: readonly string[]): Promise<string[]> {
  const accounts = await Promise.all(users.map((id) => accountById(sql, id)))
  return users.filter((_, index) => accounts[index] !== null)
}

async function endAccount(
  platform: Platform,
  id: string,
  { by, tds, context }: ForgettingRequest & { tds: readonly string[] },
) {
  // On the command line another TD acts, because no account removes itself.
  const remover = by ?? tds.find((td) => td !== id) ?? ''
  await platform.commands.handle(
    removeUserDecider,
    {
      stream: userStream(id),
      command: { type: 'RemoveUser', data: { id, by: remover, tds }, metadata: { now: context.now } },
      writes: removingSecrets(id),
    },
    removeKey(context),
  )
}

/** `team/captain` of `team-<id>/captain`. */
function kindOf(subject: string): string {
  const slash = subject.lastIndexOf('/')
  const stream = slash < 0 ? subject : subject.slice(0, slash)
  const field = slash < 0 ? '' : subject.slice(slash)
  return `${stream.slice(0, stream.indexOf('-'))}${field}`
}

/** Lists the subjects that a reference reaches: `{ team: <id> }` reaches the captain and the alternate of a team. */
const listReferenced = (kinds: PersonalKinds, key: string, id: string): string[] =>
  Object.entries(kinds).flatMap(([kind, { referenceKey }]) => (referenceKey === key ? [buildSubject(kind, id)] : []))

function buildSubject(kind: string, id: string): string {
  const [category, field] = kind.split('/')
  return field === undefined ? `${category}-${id}` : `${category}-${id}/${field}`
}

interface FoundPerson {
  readonly subjects: readonly string[]
  /** The number of accounts that end. */
  readonly accounts: number
  /** The number of log entries that name them in clear text. */
  readonly namingEntries: number
  /** True where mails leave the site, so that it cannot take them back. */
  readonly sendsMails: boolean
}

/** Describes what becomes unreadable and what remains, in one sentence for each kind of data. */
function describeForgetting(
  kinds: PersonalKinds,
  { subjects, accounts, namingEntries, sendsMails }: FoundPerson,
): Forgetting {
  if (subjects.length === 0) return { unreadable: [], remains: [] }
  const counts = new Map<string, number>()
  for (const subject of subjects) counts.set(kindOf(subject), (counts.get(kindOf(subject)) ?? 0) + 1)
  const times = (count: number) => (count === 1 ? '' : ` (${count} times)`)
  const unreadable = [...counts].map(
    ([kind, count]) => `${kinds[kind]?.unreadable ?? `Personal data of the kind ${kind}`}${times(count)}.`,
  )
  const remains = [...new Set([...counts.keys()].flatMap((kind) => kinds[kind]?.remains ?? []))]
  return {
    unreadable: [
      ...unreadable,
      ...(accounts > 0 ? ['Their account, which ends at once on every device.'] : []),
      'Answers to requests that hold any of it, stored for repetitions.',
      ...(sendsMails ? [] : ['Mails in the outbox that hold any of it.']),
    ],
    remains: [
      ...remains.map((sentence) => `${sentence}.`),
      ...(namingEntries > 0
        ? [
            `Their name in the log beside ${namingEntries === 1 ? 'one entry' : `${namingEntries} entries`} of an earlier release, which is shown no more.`,
          ]
        : []),
      ...(sendsMails ? ['Mails that were sent, in the mailboxes that they reached.'] : []),
      'Files and paper that left the site, and backups that hold the keys of that time.',
    ],
  }
}
