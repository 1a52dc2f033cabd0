import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/**
 * The sessions of users: one row for each token that may still be used. They are no events: when a device was seen last
 * is worth nothing in a log, and its name and network are gone with the session (docs/decisions/0023).
 */
export const sessionsTable: OwnTable = {
  table: 'sessions',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: false,
  ddl: `
create table if not exists sessions (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index if not exists sessions_user on sessions (user_id);
alter table sessions add column if not exists passkey_id uuid`,
}

export interface NewSession {
  readonly id: string
  readonly userId: string
  /** The name that people know the device by. */
  readonly name: string
  readonly now: Date
  /** The passkey that has let them in; null with a password. */
  readonly passkeyId?: string | null
}

/** The lifetime of a token. */
const lifetime = '7 days'
/** The last call of a session is stored this often, because otherwise every call would write. */
const seenEveryMs = 5 * 60_000

/** Stores the session of a sign-in; a repetition of the sign-in stores no second one. */
export const beginningSession = ({ id, userId, name, now, passkeyId = null }: NewSession): TransactionalWrite => ({
  name: 'begun_session',
  values: [id, userId, name, now.toISOString(), passkeyId],
  text: ([session, user, device, at, passkey]) => `
    insert into sessions (id, user_id, name, signed_in_at, last_seen_at, passkey_id)
    values (
      ${session}::uuid, ${user}::uuid, ${device}::text, ${at}::timestamptz, ${at}::timestamptz, ${passkey}::uuid
    )
    on conflict (id) do nothing`,
})

/** Deletes the expired sessions of a user, which are of no use. */
export const clearingSessions = (userId: string, now: Date): TransactionalWrite => ({
  name: 'cleared_sessions',
  values: [userId, now.toISOString()],
  text: ([user, at]) => `
    delete from sessions where user_id = ${user}::uuid and signed_in_at < ${at}::timestamptz - interval '${lifetime}'`,
})

/**
 * Ends a session of this user. If there is none with this id, the command fails with `otherwise`, where it is given.
 */
export const endingSession = (userId: string, id: string | null, otherwise?: string): TransactionalWrite => ({
  name: otherwise ? 'ended_known_session' : 'ended_session',
  values: [userId, id],
  text: ([user, session]) => `delete from sessions where user_id = ${user}::uuid and id = ${session}::uuid`,
  ...(otherwise && { otherwise }),
})

/** Ends all sessions of a user except `but`; all of them if that is null. */
export const endingSessions = (userId: string, but: string | null = null): TransactionalWrite => ({
  name: 'ended_sessions',
  values: [userId, but],
  text: ([user, spared]) => `
    delete from sessions where user_id = ${user}::uuid and id is distinct from ${spared}::uuid`,
})

/** Marks a session in which a passkey was added, so that it counts as one that began with the passkey. */
export const markingSession = (id: string | null, passkeyId: string): TransactionalWrite => ({
  name: 'marked_session',
  values: [id, passkeyId],
  text: ([session, passkey]) => `update sessions set passkey_id = ${passkey}::uuid where id = ${session}::uuid`,
})

/** Ends the sessions that a passkey has begun, except `but`, which then counts as one that began with a password. */
export const endingPasskeySessions = (userId: string, passkeyId: string, but: string | null): TransactionalWrite[] => [
  {
    name: 'ended_passkey_sessions',
    values: [userId, passkeyId, but],
    text: ([user, passkey, spared]) => `
      delete from sessions
      where user_id = ${user}::uuid and passkey_id = ${passkey}::uuid and id is distinct from ${spared}::uuid`,
  },
  {
    name: 'unmarked_session',
    values: [passkeyId, but],
    text: ([passkey, spared]) => `
      update sessions set passkey_id = null where id = ${spared}::uuid and passkey_id = ${passkey}::uuid`,
  },
]

export interface OpenSession {
  readonly id: string
  readonly name: string
  readonly signed_in_at: Date
  readonly last_seen_at: Date
}

/** Reads the sessions whose tokens are still good, the one that was seen last first. */
export function readOpenSessions(sql: Sql, userId: string, now: Date): Promise<OpenSession[]> {
  return sql<OpenSession[]>`
    select id, name, signed_in_at, last_seen_at from sessions
    where user_id = ${userId} and signed_in_at > ${now}::timestamptz - ${lifetime}::interval
    order by last_seen_at desc, signed_in_at desc`
}

/** A sign-in that is younger proves well enough who holds the device. */
const freshFor = '10 minutes'

/** Returns whether the session was begun a moment ago; false for one that is not known. */
export async function isFreshSession(sql: Sql, id: string | null, now: Date): Promise<boolean> {
  if (id === null) return false
  const [row] = await sql`
    select 1 from sessions where id = ${id} and signed_in_at > ${now}::timestamptz - ${freshFor}::interval`
  return row !== undefined
}

/** Stores that the device was seen, unless this was stored a moment ago. Nothing waits for it. */
export function noteSeen(
  sql: Sql,
  { id, last_seen_at: last }: Pick<OpenSession, 'id' | 'last_seen_at'>,
  now: Date,
): void {
  if (now.getTime() - last.getTime() < seenEveryMs) return
  sql`update sessions set last_seen_at = ${now} where id = ${id} and last_seen_at < ${now}`.catch(() => undefined)
}

const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** "Firefox on Android, network 203.0.113.9": enough for people to distinguish their devices. */
export function deviceName(userAgent: string, network: string): string {
  const [browser = 'A program'] = browsers.find(([, sign]) => sign.test(userAgent)) ?? []
  const [system] = systems.find(([, sign]) => sign.test(userAgent)) ?? []
  return `${browser}${system ? ` on ${system}` : ''}, network ${network}`
}
