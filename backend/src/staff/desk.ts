import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import type { StaffEvent } from '@ultimate/events/staff/events.ts'
import { byStream, counted, lineOf, type SumUp, type Waiting } from '../platform/changes.ts'
import { lagSentence } from '../platform/event-store/event-log.ts'
import type { RecordedEvent } from '../platform/event-store/recorded-event.ts'
import type { Platform } from '../platform/module.ts'
import { openRequests } from './read/erasures/query.ts'

/** Users and photos in one line. */
export const sumUpStaff: SumUp = async (facts) => {
  const numbers = new Map<Came, number>()
  const touched = new Set<string>()
  let behind = 0
  for (const [stream, those] of byStream(facts as readonly RecordedEvent<StaffEvent>[])) {
    const came = cameOf(those.map(({ type }) => type))
    if (came === null) continue
    numbers.set(came, (numbers.get(came) ?? 0) + 1)
    touched.add(stream)
    behind += those.length
  }
  const said = (came: Came, one: string, many: string) => counted(numbers.get(came) ?? 0, one, many)
  return lineOf({
    phrases: [
      said('user added', 'user added', 'users added'),
      said('user changed', 'user changed', 'users changed'),
      said('user removed', 'user removed', 'users removed'),
      said('forgotten', 'request to forget a person carried out', 'requests to forget a person carried out'),
      said('photo added', 'photo added', 'photos added'),
      said('photo changed', 'photo renamed', 'photos renamed'),
      said('photo removed', 'photo deleted', 'photos deleted'),
    ],
    facts: behind,
    streams: touched,
  })
}

type Kind = 'user' | 'photo'
type Came = `${Kind} ${'added' | 'changed' | 'removed'}` | 'forgotten'

/** What became of a user or a photo; null where all is as before. */
function cameOf(types: readonly StaffEvent['type'][]): Came | null {
  if (types.includes('PersonForgotten')) return 'forgotten'
  for (const [kind, [added, changed, removed]] of Object.entries(lives) as [Kind, Life][]) {
    const [isNew, isGone] = [types.includes(added), types.includes(removed)]
    if (isNew && isGone) return null
    if (isNew) return `${kind} added`
    if (isGone) return `${kind} removed`
    if (types.includes(changed)) return `${kind} changed`
  }
  return null
}

type Life = readonly [added: StaffEvent['type'], changed: StaffEvent['type'], removed: StaffEvent['type']]
const lives: Readonly<Record<Kind, Life>> = {
  user: ['UserAdded', 'ProfileChanged', 'UserRemoved'],
  photo: ['PhotoAdded', 'PhotoRenamed', 'PhotoDeleted'],
}

/** What beside the teams and the dinner waits for a TD. */
export const staffWaiting = (platform: Platform) => async (): Promise<readonly Waiting[]> => {
  const [requests, lag] = await Promise.all([
    openRequests(platform.sql, platform.clock.now()),
    platform.log.lag().then(lagSentence),
  ])
  return [
    { kind: 'log_lag', title: 'The site lags behind', names: lag === null ? [] : [lag], path: '/audit' },
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
    path: mails.length === 1 && only ? `/audit?${new URLSearchParams({ subject: only.stream })}` : '/access-controls',
  }
}

/** `when-team-registered-then-mail-captain` as `After “team registered”`. */
const causeOf = (automation: string): string =>
  `After “${plainWords(automation.replace(/^when-/, '').replace(/-then-.*$/, ''))}”`
