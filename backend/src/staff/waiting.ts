import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { Waiting } from '../platform/changes.ts'
import type { Platform } from '../platform/module.ts'
import { openRequests } from './read/erasures/query.ts'

/** What beside the teams and the dinner waits for a TD. */
export const staffWaiting = (platform: Platform) => async (): Promise<readonly Waiting[]> => {
  const requests = await openRequests(platform.sql, platform.clock.now())
  return [
    {
      kind: 'forget_requests',
      title: 'People who asked to be forgotten',
      names: requests.map(({ email }) => email),
      path: '/access-controls',
    },
    await undeliveredMails(platform),
  ]
}

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
