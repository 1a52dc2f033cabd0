import { randomUUID } from 'node:crypto'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { CommandContext } from '../platform/event-store/commands.ts'
import type { Platform } from '../platform/module.ts'
import { anyUser } from './read/users/query.ts'
import { generatePassword } from './secrets/passwords.ts'
import { addUserWithPassword } from './write/add-user/add-user.ts'

type Announce = (text: string) => void

/** What the site does on its own behalf, as the audit names it. */
export function systemContext(platform: Platform, part: string): CommandContext {
  const id = randomUUID()
  return {
    actor: { kind: 'system', id: part, name: null, role: null },
    correlationId: id,
    causationId: id,
    now: platform.clock.now(),
    happenedAt: null,
    idempotency: null,
  }
}

/**
 * Makes the first TD where there is no user yet; a password of our own making is announced once, here. Several
 * backends may start at once: the username is unique, and the second one stops there.
 */
export async function ensureFirstTd(platform: Platform, announce: Announce = toTerminal): Promise<void> {
  if (await anyUser(platform.sql)) return
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
