import type { Role } from '../language/roles.ts'
import { count, type Fact, type History, last, lastOf, type Sentences } from '../language/sentence/sentence.ts'
import type { Person, RejectionReason, StaffEvent } from './events.ts'

type Known = History<StaffEvent>

/** The name and address that the facts give to a person. */
function personOf(facts: readonly Fact[]): Pick<Person, 'fullName' | 'email'> | undefined {
  const known = facts as readonly StaffEvent[]
  return last(known, 'ProfileChanged')?.person ?? last(known, 'UserAdded')?.person
}
const titleOf = ({ earlier }: Known): string =>
  last(earlier, 'PhotoRenamed')?.title ?? last(earlier, 'PhotoAdded')?.title ?? 'a photo'
const nameOf = ({ earlier }: Known): string => personOf(earlier)?.fullName ?? 'someone'

/** As its owner calls it. */
function passkeyNameOf({ earlier }: Known, passkeyId: string): string {
  const added = (earlier as readonly StaffEvent[]).find(
    (event) => event.type === 'PasskeyAdded' && event.data.passkeyId === passkeyId,
  )
  return added?.type === 'PasskeyAdded' ? added.data.name : 'a passkey'
}

/** Of the passkeys that there were just before. */
function passkeysOf({ earlier }: Known): string | undefined {
  const ids = new Set<string>()
  for (const { type, data } of earlier)
    if (type === 'PasskeyAdded') ids.add(data.passkeyId)
    else if (type === 'PasskeyRemoved') ids.delete(data.passkeyId)
  if (ids.size === 0) return undefined
  return ids.size === 1 ? 'their only passkey' : `one of their ${ids.size} passkeys`
}

const ruleOf = ({ earlier }: Known, role: Role): string => {
  const rule = (earlier as readonly StaffEvent[]).findLast(
    ({ type, data }) => (type === 'SecondFactorRequired' || type === 'SecondFactorMadeOptional') && data.role === role,
  )
  return rule?.type === 'SecondFactorRequired' ? 'required' : 'left to them'
}

const secondFactorOf = ({ earlier }: Known): string =>
  lastOf(earlier, ['SecondFactorAdded', 'SecondFactorRemoved']) === 'SecondFactorAdded' ? 'set up' : 'not set up'

const roleIn = ({ earlier }: Known): string | undefined => {
  const role = last(earlier, 'UserAdded')?.role
  return role && withArticle[role]
}

const withArticle = { TD: 'a TD', admin: 'an admin', helper: 'a helper' } as const

const plural = { TD: 'TDs', admin: 'admins', helper: 'helpers' } as const

/** What people do by these calls; others are named by the beginning of their summary. */
const actions: Readonly<Record<string, string>> = {
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
  'DELETE /api/dinner-signup/{id}': 'removing a sign-up',
  'POST /api/dinner-signup/link': 'asking for the link to their sign-ups',
  'GET /api/audit': 'the audit',
  'GET /api/auth/users': 'the list of users',
}

function actionOf(call: string, { summaryOf }: Known): string {
  const [summary] = summaryOf?.(call)?.split(/[;:,(]|\. /) ?? []
  return actions[call] ?? (summary ? `“${summary.trim()}”` : `an action (${call})`)
}

const rejectionWords: { readonly [R in RejectionReason]: (action: string) => string } = {
  throttled: (action) => `was turned away from ${action} after too many attempts`,
  'not-allowed': (action) => `was turned away from ${action}, which is not theirs to do`,
  'wrong-password': (action) => `gave a wrong password for ${action}`,
  'ended-password': (action) => `gave a temporary password that has ended for ${action}`,
  'wrong-link': (action) => `gave a link that is wrong or was used for ${action}`,
  'wrong-token': (action) => `was turned away from ${action} with a token that is not valid`,
  'unknown-passkey': () => 'tried to sign in with a passkey that no user has',
}

const timesWords = (times: number, network: string): string =>
  `${times === 1 ? '' : `, ${times.toLocaleString('en-US')} times within 15 minutes`} (network ${network})`

/** How the audit describes each fact of this module. */
export const staffSentences: Sentences<StaffEvent> = {
  UserAdded: ({ person, role }) => ({
    text: `added ${person.fullName}${person.username === person.fullName ? '' : `, username ${person.username},`} as ${withArticle[role]}`,
    subject: person.fullName,
  }),
  UserSignedIn: ({ passkeyId }, known) => ({
    text: passkeyId === null ? 'signed in' : `signed in with the passkey “${passkeyNameOf(known, passkeyId)}”`,
    subject: nameOf(known),
  }),
  PasskeyAdded: ({ name }, known) => ({
    text: `added the passkey “${name}”, which lets them in without the password`,
    subject: nameOf(known),
  }),
  PasskeyRemoved: ({ passkeyId }, known) => ({
    text: `removed the passkey “${passkeyNameOf(known, passkeyId)}” of ${nameOf(known)}`,
    was: passkeysOf(known),
    subject: nameOf(known),
  }),
  SecondFactorAdded: (_, known) => ({
    text: 'set up a second factor for signing in',
    was: secondFactorOf(known),
    subject: nameOf(known),
  }),
  SecondFactorRemoved: (_, known) => ({
    text: `removed the second factor of ${nameOf(known)}`,
    was: secondFactorOf(known),
    subject: nameOf(known),
  }),
  RecoveryCodeUsed: (_, known) => ({ text: 'used one of their recovery codes', subject: nameOf(known) }),
  RecoveryCodesRenewed: (_, known) => ({
    text: 'made new recovery codes, so that the old ones ended',
    subject: nameOf(known),
  }),
  SecondFactorRequired: ({ role }, known) => ({
    text: `made ${plural[role]} sign in with a second factor`,
    was: ruleOf(known, role),
    subject: 'signing in',
  }),
  SecondFactorMadeOptional: ({ role }, known) => ({
    text: `left it to ${plural[role]} whether to sign in with a second factor`,
    was: ruleOf(known, role),
    subject: 'signing in',
  }),
  UserSignedOut: (_, known) => ({ text: 'signed out', subject: nameOf(known) }),
  TemporaryPasswordMade: (_, known) => ({
    text: `sent ${nameOf(known)} a new temporary password`,
    subject: nameOf(known),
  }),
  DeviceSignedOut: (_, known) => ({ text: 'signed one of their devices out', subject: nameOf(known) }),
  ProfileChanged: ({ person }, known) => {
    const before = personOf(known.earlier)
    const parts = [
      ['name', before?.fullName, person.fullName],
      ['e-mail address', before?.email, person.email],
    ] as const
    const changed = parts.filter(([, was, is]) => was !== is)
    return {
      text: `changed their own ${changed.map(([part, , is]) => `${part} to ${is}`).join(' and ') || 'profile'}`,
      was: changed.flatMap(([, was]) => was ?? []).join(', ') || undefined,
      subject: person.fullName,
    }
  },
  PasswordChanged: (_, known) => ({ text: 'changed their own password', subject: nameOf(known) }),
  PasswordReset: (_, known) => ({ text: 'set a new password with a mailed link', subject: nameOf(known) }),
  PasswordResetRequested: ({ userId }, known) => {
    const name = userId === null ? undefined : (personOf(known.of(`user-${userId}`))?.fullName ?? 'someone')
    return name
      ? { text: `asked for a link to set a new password for ${name}`, subject: name }
      : {
          text: 'asked for a link to set a new password, for an address that no user has',
          subject: 'an unknown account',
        }
  },
  UserRemoved: (_, known) => ({
    text: `removed ${nameOf(known)}`,
    was: roleIn(known),
    subject: nameOf(known),
  }),
  UserRestored: ({ person, role }) => ({
    text: `brought back ${person.fullName} as ${withArticle[role]}`,
    was: 'removed',
    subject: person.fullName,
  }),
  SignInFailed: ({ userId, name: digest, times }, known) => {
    const name = userId === null ? undefined : (personOf(known.of(`user-${userId}`))?.fullName ?? 'someone')
    const again = times > 1 ? `, attempt ${times} for the same name within a quarter of an hour` : ''
    if (name) return { text: `failed to sign in as ${name}${again}`, subject: name }
    // So short that people can compare it, and the audit be searched for it.
    const mark = digest === null ? '' : ` (name ${digest.slice(0, 6)})`
    return { text: `failed to sign in with a username that no one has${mark}${again}`, subject: 'an unknown account' }
  },
  AttemptRefused: ({ call, reason, userId, network, times }, known) => {
    const name = userId === null ? undefined : (personOf(known.of(`user-${userId}`))?.fullName ?? 'someone')
    const action = `${actionOf(call, known)}${name ? ` as ${name}` : ''}`
    return { text: rejectionWords[reason](action) + timesWords(times, network), subject: name ?? 'attempts' }
  },
  GateOpened: ({ times, network }) => ({
    text: `passed the testing gate${timesWords(times, network)}`,
    subject: 'the testing gate',
  }),
  PhotoAdded: ({ title }) => ({ text: `added the photo “${title}”`, subject: title }),
  PhotoRenamed: ({ title }, known) => ({
    text: `renamed a photo to “${title}”`,
    was: titleOf(known),
    subject: title,
  }),
  PhotoDeleted: (_, known) => ({
    text: `deleted the photo “${titleOf(known)}”`,
    was: 'shown on the home page',
    subject: titleOf(known),
  }),
  AuditExported: () => ({ text: 'exported the audit', subject: 'the audit' }),
  ReplayFinished: ({ events, differences, applied }) => {
    const all = `all lists of the site from ${count(events, 'event', 'events')}`
    const found = differences === 0 ? 'nothing differed' : `${count(differences, 'row', 'rows')} differed`
    return { text: applied ? `rebuilt ${all}: ${found}` : `compared ${all}: ${found}`, subject: 'the data check' }
  },
  PersonForgotten: ({ subjects }) => ({
    text: `forgot a person for good: ${count(subjects.length, 'record', 'records')} can no longer be read`,
    subject: 'a forgotten person',
  }),
  ForgettingRequested: ({ email }) => ({
    text: 'asked with a private link to be forgotten',
    subject: email === '' ? 'a forgotten person' : email,
  }),
  ForgettingDeclined: ({ reason }, known) => {
    const asked = known.earlier.findLast(({ type }) => type === 'ForgettingRequested')?.data as { email?: string }
    return {
      text: `declined to forget someone${reason === '' ? '' : `: “${reason}”`}`,
      was: 'waiting for an answer',
      subject: asked?.email || 'a forgotten person',
    }
  },
  ReplayFailed: () => ({ text: 'could not finish comparing all lists of the site', subject: 'the data check' }),
}
