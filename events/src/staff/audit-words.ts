import type { Role } from '../language/roles.ts'
import { createFindLastData, findLastType, type History, type PastEvent } from '../language/sentence/sentence.ts'
import type { Person, RejectionReason, StaffEvent } from './events.ts'

const lastData = createFindLastData<StaffEvent>()

/** The name and address that the events give to a person. */
export function findPerson(events: readonly PastEvent[]): Pick<Person, 'fullName' | 'email'> | undefined {
  const staffEvents = events as readonly StaffEvent[]
  return lastData(staffEvents, 'ProfileChanged')?.person ?? lastData(staffEvents, 'UserAdded')?.person
}
export const namePhoto = ({ earlier }: History): string =>
  lastData(earlier, 'PhotoRenamed')?.title ?? lastData(earlier, 'PhotoAdded')?.title ?? 'a photo'
/** The text of the announcement in one line; undefined before it is published. */
export const findAnnouncementText = ({ earlier }: History): string | undefined => {
  const published = lastData(earlier, 'AnnouncementPublished')
  return published && inOneLine(published.text)
}
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
const maxExcerpt = 60
/** Returns the beginning of a text, as a name for it. */
export function toExcerpt(text: string): string {
  const line = inOneLine(text)
  if (line.length <= maxExcerpt) return line
  const end = line.lastIndexOf(' ', maxExcerpt)
  return `${line.slice(0, end > 0 ? end : maxExcerpt)}…`
}
/** The subject of the message. */
export const nameMessage = ({ earlier }: History): string =>
  lastData(earlier, 'MessageSubmitted')?.subject ?? 'a message'

const groupNames: Readonly<Record<string, string>> = {
  'captains:confirmed': 'captains of confirmed teams',
  'captains:waitlist': 'captains on the waitlist',
  'captains:unpaid': 'captains of unpaid teams',
  'captains:without-dishes': 'captains of teams without a dish',
  volunteers: 'all volunteers',
}
/** Groups of people as a sentence names them; slots are not distinguished. */
export const describeGroups = (groups: readonly string[]): string =>
  [...new Set(groups.map((group) => groupNames[group] ?? 'volunteers of a slot'))]
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

export const nameUser = ({ earlier }: History): string => findPerson(earlier)?.fullName ?? 'someone'

/** Returns the name that its owner gave the passkey. */
export function namePasskey({ earlier }: History, passkeyId: string): string {
  const passkeyAdded = (earlier as readonly StaffEvent[]).find(
    (event) => event.type === 'PasskeyAdded' && event.data.passkeyId === passkeyId,
  )
  return passkeyAdded?.type === 'PasskeyAdded' ? passkeyAdded.data.name : 'a passkey'
}

/** Returns how many passkeys there were just before the event; undefined where there were none. */
export function describePasskeys({ earlier }: History): string | undefined {
  const ids = new Set<string>()
  for (const { type, data } of earlier as readonly StaffEvent[])
    if (type === 'PasskeyAdded') ids.add(data.passkeyId)
    else if (type === 'PasskeyRemoved') ids.delete(data.passkeyId)
  if (ids.size === 0) return undefined
  return ids.size === 1 ? 'their only passkey' : `one of their ${ids.size} passkeys`
}

export const describeSecondFactorRule = ({ earlier }: History, role: Role): string => {
  const rule = (earlier as readonly StaffEvent[]).findLast(
    ({ type, data }) => (type === 'SecondFactorRequired' || type === 'SecondFactorMadeOptional') && data.role === role,
  )
  return rule?.type === 'SecondFactorRequired' ? 'required' : 'left to them'
}

export const describeSecondFactor = ({ earlier }: History): string =>
  findLastType(earlier, ['SecondFactorAdded', 'SecondFactorRemoved']) === 'SecondFactorAdded' ? 'set up' : 'not set up'

export const describeRole = ({ earlier }: History): string | undefined => {
  const role = lastData(earlier, 'UserAdded')?.role
  return role && rolesWithArticle[role]
}

export const rolesWithArticle = { TD: 'a TD', admin: 'an admin', helper: 'a helper' } as const

export const rolesInPlural = { TD: 'TDs', admin: 'admins', helper: 'helpers' } as const

/** Sentences name these calls so, and other calls by the beginning of their summary. */
const actionWords: Readonly<Record<string, string>> = {
  'POST /api/auth/login': 'signing in',
  'POST /api/auth/change-password': 'changing the password',
  'POST /api/auth/passkey-sign-in': 'signing in with a passkey',
  'POST /api/auth/passkey-options': 'adding a passkey',
  'DELETE /api/auth/passkeys/{id}': 'removing a passkey',
  'DELETE /api/auth/totp': 'removing the second factor',
  'POST /api/auth/forgot-password': 'asking for a link to a new password',
  'POST /api/auth/reset-password': 'setting a new password with a mailed link',
  'POST /api/gate': 'the testing gate',
  'POST /api/register-team': 'registering a team',
  'POST /api/request-confirmation-link': 'asking for a confirmation link',
  'POST /api/dinner-signup': 'signing up for the dinner',
  'DELETE /api/dinner-signup/{id}': 'canceling a sign-up',
  'POST /api/dinner-signup/link': 'asking for the link to their sign-ups',
  'GET /api/audit': 'the audit',
  'GET /api/auth/users': 'the list of users',
}

/** `signing in`, or `“Remove a user”` by the summary of the call. */
export function describeAction(call: string, { summaryOf }: History): string {
  const [summary] = summaryOf?.(call)?.split(/[;:,(]|\. /) ?? []
  return actionWords[call] ?? (summary ? `“${summary.trim()}”` : `an action (${call})`)
}

export const rejectionWords: { readonly [R in RejectionReason]: (action: string) => string } = {
  throttled: (action) => `was turned away from ${action} after too many attempts`,
  'not-allowed': (action) => `was turned away from ${action}, for which they have no permission`,
  'wrong-password': (action) => `gave a wrong password for ${action}`,
  'ended-password': (action) => `gave a temporary password that has ended for ${action}`,
  'wrong-link': (action) => `gave a link that is wrong or was used for ${action}`,
  'wrong-token': (action) => `was turned away from ${action} with a token that is not valid`,
  'unknown-passkey': () => 'tried to sign in with a passkey that no user has',
}

export const describeTimes = (times: number, network: string): string =>
  `${times === 1 ? '' : `, ${times.toLocaleString('en-US')} times within 15 minutes`} (network ${network})`
