import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Logger } from '../../platform/logging.ts'
import type { Platform } from '../../platform/module.ts'
import { mailHead } from './log-head-text.ts'

/** Days (UTC) of which a head was mailed; a table, because several backends look. */
export const mailedHeadsTable: OwnTable = {
  table: 'mailed_heads',
  rights: ['select', 'insert', 'delete'],
  backup: true,
  ddl: 'create table if not exists mailed_heads (day date primary key, size bigint not null);',
}

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
 * that fails, it gives the claim back, and the next look tries again under the same names of the mails.
 */
export async function mailHeadOfTheDay(platform: Platform): Promise<void> {
  const { sql, clock, transparency } = platform
  const head = await transparency.newest()
  if (!head) return
  const day = clock.now().toISOString().slice(0, 10)
  const claimed = await sql`
    insert into mailed_heads (day, size) select ${day}::date, ${head.size}
    where not exists (select from mailed_heads where size >= ${head.size}) on conflict do nothing`
  if (claimed.count === 0) return
  try {
    await mailHead(platform, head, day)
  } catch (error) {
    await sql`delete from mailed_heads where day = ${day}::date`
    throw error
  }
}
