import { randomUUID } from 'node:crypto'
import { bySystem, type CommandContext } from '@ultimate/event-store/commands.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { removeUserDecider, userStream } from '@ultimate/events/staff/user.ts'
import type { Platform } from '../platform/module.ts'
import { anyUser, readTdMailboxes, unreadableUsers } from './read/users.view.ts'
import { generatePassword } from './secrets/passwords.ts'
import { removingSecrets } from './secrets/user-secrets.ts'
import { addUserWithPassword } from './write/users/add-user.ts'

type Announce = (text: string) => void

/** Returns the context of commands that the site sends on its own behalf; `part` is its name in the audit. */
export const systemContext = ({ clock }: Platform, part: string): CommandContext =>
  bySystem({ id: part }, randomUUID(), clock.now())

/**
 * Makes the first TD where there is no user yet; a password of our own making is announced once, here. Several
 * backends may start at once: the username is unique, and the second one stops there.
 */
export async function ensureFirstTd(platform: Platform, announce: Announce = toTerminal): Promise<void> {
  if (!(await anyUser(platform.sql))) await makeFirstTd(platform, announce)
}

/** Adds the first TD as the settings name them; changes nothing where their name is taken. */
async function makeFirstTd(platform: Platform, announce: Announce): Promise<void> {
  const { username, email, password } = platform.configuration.firstTd
  const chosen = password ?? generatePassword()
  try {
    await addUserWithPassword(
      platform,
      {
        id: randomUUID(),
        person: { username, fullName: 'Tournament Director', email },
        role: 'TD',
        verified: true,
        password: chosen,
      },
      systemContext(platform, 'first-start'),
    )
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'USERNAME_TAKEN' || error.code === 'EMAIL_TAKEN')) return
    throw error
  }
  if (password === null)
    announce(boxed(['The first TD can sign in now:', '', `  ${username}`, `  ${chosen}`, '', once]))
}

/**
 * Ends, after a backup was restored, the accounts of people whose keys are gone: these stand again because the backup
 * is older than their end. Makes a TD where none is left. Returns how many accounts have ended.
 */
export async function endUnreadableAccounts(platform: Platform, announce: Announce = toTerminal): Promise<number> {
  const ids = await unreadableUsers(platform.sql)
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

const once = 'This password is shown once. Write it down.'

function toTerminal(text: string): void {
  process.stdout.write(text)
}

function boxed(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  const body = lines.map((line) => `│  ${line.padEnd(width)}  │`)
  return ['', `┌${edge}┐`, ...body, `└${edge}┘`, ''].join('\n')
}
