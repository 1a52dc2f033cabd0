import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import type { Waiting } from '../../../platform/changes.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { moveMark, readSince } from './since.ts'

/** What a TD should know and see to: what changed since they looked, and what waits. */
export const deskRoutes = (platform: Platform): Route[] => [
  route(staffApi.readSince, async (_, context) => ({
    status: 200,
    body: await readSince(platform, signedIn(context).id),
  })),
  route(staffApi.markAuditSeen, async ({ body: { position } }, context) => {
    await moveMark(platform, signedIn(context).id, { position, at: platform.clock.now() })
    return { status: 204, body: undefined }
  }),
  route(staffApi.readDesk, async (_, context) => {
    const modules = platform.modules()
    const [since, mails, ...waiting] = await Promise.all([
      readSince(platform, signedIn(context).id),
      undeliveredMails(platform),
      ...modules.map(async ({ waiting: ask }) => (await ask?.()) ?? []),
    ])
    const items = [...waiting.flat(), mails].map(({ names, ...item }) => ({
      ...item,
      count: names.length,
      names: names.slice(0, mostNames),
    }))
    return { status: 200, body: { items, since } }
  }),
]

/** Named with an item; the page behind it has the rest. */
const mostNames = 5

/** Mails that were tried often enough, and of which no more is tried. */
async function undeliveredMails({ modules, log }: Pick<Platform, 'modules' | 'log'>): Promise<Waiting> {
  const mailing = modules()
    .flatMap(({ automations }) => automations)
    .filter(({ name }) => name.includes('-then-mail-'))
  const found = await Promise.all(
    mailing.map(async (automation) => {
      const givenUp = (await log.unhandled(automation)).filter(({ isGivenUp }) => isGivenUp)
      return givenUp.map(({ stream }) => ({ stream, cause: causeOf(automation.name) }))
    }),
  )
  const mails = found.flat()
  const [only] = mails
  return {
    kind: 'undelivered_mails',
    title: 'Mails that could not be delivered',
    names: mails.map(({ cause }) => cause),
    path: mails.length === 1 && only ? `/audit?${new URLSearchParams({ thing: only.stream })}` : '/access-controls',
  }
}

/** `when-team-registered-then-mail-captain` as `After “team registered”`. */
const causeOf = (automation: string): string =>
  `After “${plainWords(automation.replace(/^when-/, '').replace(/-then-.*$/, ''))}”`
