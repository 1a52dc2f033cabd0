import type { Automation } from '@ultimate/event-store/automation.ts'
import type { UnhandledEvent } from '@ultimate/event-store/event-log.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { StaffEvent, UserEvent } from '@ultimate/events/staff/events.ts'
import { userStream } from '@ultimate/events/staff/user.ts'
import {
  buildLine,
  byStream,
  counted,
  type Entry,
  findNetChange,
  type SumUp,
  type WaitingItem,
} from '../platform/changes.ts'
import { lagSentence } from '../platform/metrics.ts'
import type { Platform } from '../platform/module.ts'
import { readOpenRequests } from './read/erasures.view.ts'
import { accountById } from './read/users.view.ts'
import { resetLifetimeMs } from './secrets/password-resets.ts'

/** Sums up users, photos, announcements, messages, reminders and settings in one line. */
export const sumUpStaff: SumUp = async (events) => {
  const counts = new Map<Outcome, number>()
  const changedStreams = new Set<string>()
  let eventCount = 0
  for (const [stream, eventsOfStream] of byStream(events as readonly RecordedEvent<StaffEvent>[])) {
    const outcomes = findOutcomes(eventsOfStream.map(({ type }) => type))
    if (outcomes.length === 0) continue
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    changedStreams.add(stream)
    eventCount += eventsOfStream.length
  }
  const entries = Object.entries(phrases) as [Outcome, readonly [string, string]][]
  return buildLine({
    phrases: entries.map(([outcome, [one, many]]) => counted(counts.get(outcome) ?? 0, one, many)),
    facts: eventCount,
    streams: changedStreams,
  })
}

type Kind = 'user' | 'photo' | 'announcement' | 'message' | 'edition'
type Outcome = keyof typeof phrases

/** The words for one and for several, in the order in which the line has them. */
const phrases = {
  'user added': ['user added', 'users added'],
  'user changed': ['user changed', 'users changed'],
  'user removed': ['user removed', 'users removed'],
  forgotten: ['request to forget a person carried out', 'requests to forget a person carried out'],
  'photo added': ['photo added', 'photos added'],
  'photo changed': ['photo renamed', 'photos renamed'],
  'photo removed': ['photo deleted', 'photos deleted'],
  'announcement added': ['announcement published', 'announcements published'],
  'announcement removed': ['announcement taken back', 'announcements taken back'],
  'edition added': ['edition started', 'editions started'],
  'edition changed': ['edition published', 'editions published'],
  'edition removed': ['edition removed', 'editions removed'],
  'settings changed': ['tournament’s settings changed', 'tournaments’ settings changed'],
  'message added': ['message written', 'messages written'],
  'message removed': ['message canceled', 'messages canceled'],
  'reminder sent': ['reminder sent', 'reminders sent'],
} as const

/**
 * Returns what became of the user, photo, announcement, message or edition of a stream, or one outcome for each
 * reminder that was sent. Returns nothing if changes cancel out, such as a user who was removed and restored.
 */
function findOutcomes(types: readonly StaffEvent['type'][]): Outcome[] {
  if (types.includes('PersonForgotten')) return ['forgotten']
  for (const [kind, [added, changed, removed]] of Object.entries(typesByKind) as [Kind, LifeTypes][]) {
    const sides = types.flatMap((type) => (type === removed ? 'removed' : added.includes(type) ? 'added' : []))
    const side = findNetChange(sides)
    if (sides.length > 0) return side === null ? [] : [`${kind} ${side}`]
    if (changed !== null && types.includes(changed)) return [`${kind} changed` as Outcome]
  }
  if (types.includes('EditionSettingsChanged')) return ['settings changed']
  return types.filter((type) => type === 'ReminderSent').map(() => 'reminder sent')
}

/** The types of the events with which an entity begins, changes and ends. */
type LifeTypes = readonly [
  added: readonly StaffEvent['type'][],
  changed: StaffEvent['type'] | null,
  removed: StaffEvent['type'],
]
const typesByKind: Readonly<Record<Kind, LifeTypes>> = {
  user: [['UserAdded', 'UserRestored'], 'ProfileChanged', 'UserRemoved'],
  photo: [['PhotoAdded'], 'PhotoRenamed', 'PhotoDeleted'],
  announcement: [['AnnouncementPublished'], null, 'AnnouncementTakenBack'],
  message: [['MessageSubmitted'], null, 'MessageCancelled'],
  edition: [['EditionStarted'], 'EditionPublished', 'EditionRemoved'],
}

/** Lists what waits beside the teams and the dinner, for TDs only, because no one else may open its pages. */
export const staffWaiting = (platform: Platform) => async (): Promise<readonly WaitingItem[]> => {
  const [requests, lag] = await Promise.all([
    readOpenRequests(platform.sql, platform.clock.now()),
    platform.log.lag().then(lagSentence),
  ])
  const waiting: readonly WaitingItem[] = [
    { kind: 'log_lag', title: 'The site lags behind', names: lag === null ? [] : [lag], path: '/audit' },
    {
      kind: 'forget_requests',
      title: 'People who asked to be forgotten',
      names: requests.map(({ email }) => email),
      path: '/access-controls',
    },
    await undeliveredMails(platform),
  ]
  return waiting.map((item) => ({ ...item, isForTd: true }))
}

/** Lists the emails that are not tried again, because they were refused or failed too often, by recipient. */
async function undeliveredMails({ modules, log }: Pick<Platform, 'modules' | 'log'>): Promise<WaitingItem> {
  // Their names are those such as `when-signed-up-then-mail-link`.
  const mailingAutomations = modules()
    .flatMap(({ automations }) => automations)
    .filter(({ name }) => name.includes('-then-mail'))
  const lostMails = await Promise.all(
    mailingAutomations.map(async (automation) => {
      const deadLetters = (await log.unhandled(automation)).filter(({ isGivenUp }) => isGivenUp)
      const entriesOfAutomation: Entry[] = []
      for (const letter of deadLetters)
        entriesOfAutomation.push(...(await describeLostMail({ modules, log }, automation, letter)))
      return entriesOfAutomation
    }),
  )
  const entriesByName = new Map(lostMails.flat().map((entry) => [entry.name, entry]))
  const entries = [...entriesByName.values()]
  return {
    kind: 'undelivered_mails',
    title: 'Emails that could not be delivered',
    names: entries.map(({ name }) => name),
    path: entries[0]?.path ?? '/access-controls',
    entries,
  }
}

/** Returns an entry about a mail that could not be delivered; none if no one waits for it any more. */
async function describeLostMail(
  { modules, log }: Pick<Platform, 'modules' | 'log'>,
  automation: Pick<Automation, 'name'>,
  { position, stream, error }: UnhandledEvent,
): Promise<Entry[]> {
  const [event] = await log.read({ after: position - 1, before: position + 1 })
  const owner = modules().find(({ categories }) => categories.includes(categoryOf(stream)))
  const addressee = event && (await owner?.findAddressee?.(event))
  if (addressee === null) return []
  // An event about no person has no addressee: the entry leads to its stream in the audit.
  const reason = `${describeAnswer(error ?? '')}, ${describeCause(automation.name)}`
  return addressee === undefined
    ? [{ name: reason, path: `/audit?${new URLSearchParams({ subject: stream })}` }]
    : [{ name: `${addressee.name}: ${reason}`, path: addressee.path }]
}

/** Summarizes the answer of the mail server. */
function describeAnswer(error: string): string {
  const [, code = ''] = /answered (\d+)/.exec(error) ?? []
  if (error.startsWith('TransientError')) return `no delivery within five days${code && ` (${code})`}`
  if (error.includes('RCPT TO')) return `the mail server refused the address (${code})`
  if (error.includes('single mailbox')) return 'this is not an email address'
  return code ? `the mail server refused the email (${code})` : 'it could not be sent'
}

/** `when-team-registered-then-mail-captain` as `after “team registered”`. */
const describeCause = (automation: string): string =>
  `after “${automation
    .replace(/^when-/, '')
    .replace(/-then-.*$/, '')
    .replaceAll('-', ' ')}”`

/** Events after which a user waits for no earlier mail: they got a later one, signed in or changed their address. */
const endingTypes: readonly UserEvent['type'][] = [
  'TemporaryPasswordMade',
  'UserRestored',
  'ProfileChanged',
  'PasswordReset',
  'UserSignedIn',
]

/** Returns the user whom a mail did not reach; null where they signed in, were removed, or got a later mail. */
export const staffAddressee =
  ({ sql, log, clock }: Platform) =>
  async (recorded: RecordedEvent): Promise<Entry | null | undefined> => {
    const { type, data, metadata } = recorded as RecordedEvent<StaffEvent>
    const { stream, position, at } = metadata
    const isReset = type === 'PasswordResetRequested'
    if (!isReset && type !== 'UserAdded' && type !== 'TemporaryPasswordMade' && type !== 'UserRestored')
      return undefined
    const id = isReset ? data.userId : stream.slice('user-'.length)
    const account = id === null ? null : await accountById(sql, id)
    const isOver = isReset && clock.now().getTime() - at.getTime() > resetLifetimeMs
    if (!account || account.user.email === '' || isOver) return null
    const later = await log.read({ stream: userStream(account.user.id), types: endingTypes, after: position, limit: 1 })
    return later.length > 0 ? null : { name: account.user.full_name, path: '/access-controls' }
  }
