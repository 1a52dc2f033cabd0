import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { Team } from '@ultimate/events/tournament/api.ts'
import { expect, vi } from 'vitest'
import type { Configuration } from '../../platform/configuration/configuration.ts'
import type { Someone } from '../../test/test-app.ts'
import { tournamentClient } from './test-client.ts'

const bid = {
  teamName: 'Huck Finns',
  location: 'Florence, AL',
  division: 'rec',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
}

type Headers = Readonly<Record<string, string>>

export const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })

/** The app with the calls of captains and of staff who decide about their bids. */
export async function bidClient(settings: Partial<Configuration> = {}) {
  const { call, eventCount, ...app } = await tournamentClient(settings)
  const list = () => call('GET', '/registered-teams')
  return {
    ...app,
    call,
    list,
    /** Registers a good bid with these changes. */
    register: (changes: Readonly<Record<string, unknown>> = {}, headers: Headers = {}) =>
      call('POST', '/register-team', { body: { ...bid, ...changes }, headers }),
    /** Registers it as the TD: there is no limit to the number of bids that staff enter. */
    enter: (changes: Readonly<Record<string, unknown>> = {}) =>
      call('POST', '/register-team', { as: 'td', body: { ...bid, ...changes } }),
    update: (id: string, body: unknown, as: Someone = 'td', headers: Headers = {}) =>
      call('PUT', `/teams/${id}`, { body, as, headers }),
    listed: async (id: string): Promise<Team | undefined> => (await list()).body.teams.find((team) => team.id === id),
    eventCount: () => eventCount('team'),
    /** The events of a team, oldest first, once readers of the log may see them all. */
    readEvents: async (id: string) => {
      await settled(app.sql)
      return app.platform.log.read({ stream: `team-${id}` })
    },
    /** Mails to an address, as soon as there are so many. */
    mailsTo: (address: string, count: number): Promise<string[]> => waitForMails(app.outbox, { to: address, count }),
  }
}

/** Mails to an address with these words, as soon as there are so many. Quoted-printable lines are put together again. */
export const waitForMails = (
  outbox: string,
  { to, words = /./, count }: { readonly to: string; readonly words?: RegExp; readonly count: number },
): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
      const all = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
      const found = all
        .filter((text) => text.includes(`To: ${to}`))
        .map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
        .filter((text) => words.test(text))
      expect(found).toHaveLength(count)
      return found
    },
    { timeout: 20_000 },
  )
export type BidClient = Awaited<ReturnType<typeof bidClient>>
