import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/**
 * The outcome of each mail to a group of people: one announcement or message is many mails, and a retry goes on where
 * the last one stopped. The table is still named after announcements, because an older release may run beside this one,
 * and stores a sent mail with only its id.
 *
 * `recipient` is the stream that names the person, and `reason` is why the mail failed. A restored backup sends none of
 * its waiting mails, because they may have left after the backup was made.
 */
export const groupMailsTable: OwnTable = {
  table: 'announcement_mails',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: {
    instead: {
      state: "case when state in ('waiting', 'sending') then 'failed' else state end",
      reason: "case when state in ('waiting', 'sending') then 'unsure' else reason end",
    },
  },
  ddl: `
create table if not exists announcement_mails (id text primary key, at timestamptz not null);
alter table announcement_mails
  add column if not exists state text not null default 'sent',
  add column if not exists reason text,
  add column if not exists tries integer not null default 0,
  add column if not exists recipient text;`,
}

/**
 * The reason why a mail failed. `refused`: by the mail server. `busy`: it was tried often enough. `unsure`: it may have
 * arrived, because it was cut off in the middle or is from a backup. `left`: its person has left the groups.
 */
export type FailureReason = 'refused' | 'busy' | 'unsure' | 'left' | 'unsubscribed' | 'late'

export type MailState = 'waiting' | 'sending' | 'sent' | 'failed'

export interface GroupMail {
  readonly id: string
  readonly state: MailState
  readonly reason: FailureReason | null
  readonly recipient: string | null
}

/** Reads the mails whose ids begin like this. */
export const readMails = (sql: Sql, prefix: string): Promise<GroupMail[]> => sql<GroupMail[]>`
  select id, state, reason, recipient from announcement_mails where starts_with(id, ${prefix}) order by at, id`

/** Counts the mails that were sent, and those that failed. */
export const countOutcomes = (mails: readonly GroupMail[]): { readonly sent: number; readonly failed: number } => ({
  sent: mails.filter(({ state }) => state === 'sent').length,
  failed: mails.filter(({ state }) => state === 'failed').length,
})

/** A mail that is to be sent, by its id. */
export interface PlannedMail {
  readonly id: string
  readonly recipient: string
}

const toRows = (mails: readonly PlannedMail[], now: Date): string =>
  JSON.stringify(mails.map((mail) => ({ ...mail, at: now, state: 'waiting' })))

/** Stores the mails that wait, together with the event that causes them. */
export const planningMails = (mails: readonly PlannedMail[], now: Date): TransactionalWrite => ({
  name: 'planned_group_mails',
  values: [toRows(mails, now)],
  text: ([rows]) => `
    insert into announcement_mails (id, at, state, recipient)
    select id, at, state, recipient
    from json_to_recordset(${rows}::text::json) as planned(id text, at timestamptz, state text, recipient text)
    on conflict do nothing`,
})

/** Deletes the mails that still wait, together with the event that cancels them. */
export const droppingMails = (prefix: string): TransactionalWrite => ({
  name: 'dropped_group_mails',
  values: [prefix],
  text: ([begin]) => `delete from announcement_mails where starts_with(id, ${begin}::text) and state = 'waiting'`,
})

export async function planMails(sql: Sql, mails: readonly PlannedMail[], now: Date): Promise<void> {
  const { text, values } = planningMails(mails, now)
  await sql.unsafe(text(['$1']), [...values] as string[])
}

/** Claims a mail, so that one backend alone sends it, and a crash shows. Returns false if another has claimed it. */
export async function claimMail(sql: Sql, id: string): Promise<boolean> {
  const claimed = await sql`
    update announcement_mails set state = 'sending' where id = ${id} and state = 'waiting' returning 1`
  return claimed.length > 0
}

export async function settleMail(
  sql: Sql,
  id: string,
  {
    state,
    reason = null,
    at,
  }: { readonly state: MailState; readonly reason?: FailureReason | null; readonly at: Date },
): Promise<void> {
  await sql`update announcement_mails set state = ${state}, reason = ${reason}, at = ${at} where id = ${id}`
}

/** Makes a mail wait for its next attempt. After `maxTries` such attempts, it has failed. */
export async function returnMail(
  sql: Sql,
  id: string,
  { at, maxTries }: { readonly at: Date; readonly maxTries: number },
) {
  await sql`
    update announcement_mails set tries = tries + 1, at = ${at},
      state = case when tries + 1 < ${maxTries} then 'waiting' else 'failed' end,
      reason = case when tries + 1 < ${maxTries} then null else 'busy' end
    where id = ${id}`
}

/** Settles the mails that an earlier attempt was sending when its backend ended. */
export async function settleInterrupted(sql: Sql, prefix: string, state: 'waiting' | 'failed'): Promise<void> {
  await sql`
    update announcement_mails set state = ${state}, reason = ${state === 'failed' ? 'unsure' : null}
    where starts_with(id, ${prefix}) and state = 'sending'`
}

/** Deletes old mails of announcements, whose failures are listed nowhere. */
export async function dropMailsBefore(sql: Sql, moment: Date): Promise<void> {
  await sql`delete from announcement_mails where starts_with(id, 'announcement-') and at < ${moment}`
}
