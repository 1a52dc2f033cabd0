import { randomUUID } from 'node:crypto'
import { bySystem, type CommandContext } from '@ultimate/event-store/commands.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { removeUserDecider, userStream } from '@ultimate/events/staff/user.ts'
import type { Platform } from '../platform/module.ts'
import { hasUsers, readTdMailboxes, readUnreadableUsers } from './read/users.view.ts'
import { generatePassword } from './secrets/passwords.ts'
import { removingSecrets } from './secrets/user-secrets.ts'
import { addUserWithPassword } from './write/users/add-user.ts'

type Announce = (text: string) => void

/** Returns the context of commands that the site sends on its own behalf; `actorId` stands for it in the audit. */
export const systemContext = ({ clock }: Platform, actorId: string): CommandContext =>
  bySystem({ id: actorId }, randomUUID(), clock.now())

/**
 * Makes the first TD if there is no user yet, and shows a generated password once. Of several backends that start at
 * the same time only one succeeds, because the username is unique.
 */
export async function ensureFirstTd(platform: Platform, announce: Announce = toTerminal): Promise<void> {
  if (!(await hasUsers(platform.sql))) await makeFirstTd(platform, announce)
}

/** Adds the first TD from the settings; changes nothing if their name is taken. */
async function makeFirstTd(platform: Platform, announce: Announce): Promise<void> {
  const { username, email, password } = platform.configuration.firstTd
  const newPassword = password ?? generatePassword()
  try {
    await addUserWithPassword(
      platform,
      {
        id: randomUUID(),
        person: { username, fullName: 'Tournament Director', email },
        role: 'TD',
        verified: true,
        password: newPassword,
      },
      systemContext(platform, 'first-start'),
    )
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'USERNAME_TAKEN' || error.code === 'EMAIL_TAKEN')) return
    throw error
  }
  if (password === null)
    announce(drawBox(['The first TD can sign in now:', '', `  ${username}`, `  ${newPassword}`, '', shownOnce]))
}

/**
 * Ends, after a restore, the accounts of people whose keys are gone: they were forgotten after the backup was made.
 * Makes a TD if none is left. Returns the number of ended accounts.
 */
export async function endUnreadableAccounts(platform: Platform, announce: Announce = toTerminal): Promise<number> {
  const ids = await readUnreadableUsers(platform.sql)
  const context = systemContext(platform, 'npm run restore')
  for (const id of ids)
    await platform.commands.handle(
      removeUserDecider,
      {
        stream: userStream(id),
        command: { type: 'RemoveUser', data: { id, by: null, tds: [] }, metadata: { now: context.now } },
        writes: removingSecrets(id),
      },
      context,
    )
  if ((await readTdMailboxes(platform.sql)).length === 0) await makeFirstTd(platform, announce)
  return ids.length
}

const shownOnce = 'This password is shown once. Write it down.'

function toTerminal(text: string): void {
  process.stdout.write(text)
}

function drawBox(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  const body = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return ['', `┌${edge}┐`, ...body, `└${edge}┘`, ''].join('\n')
}
