import type { Forgetting } from '@ultimate/events/staff/people-api.ts'
import type { PersonalKind } from '../../../platform/module.ts'

export type PersonalKinds = Readonly<Record<string, PersonalKind>>

/** `team/captain` of `team-<id>/captain`. */
export function kindOf(subject: string): string {
  const slash = subject.lastIndexOf('/')
  const stream = slash < 0 ? subject : subject.slice(0, slash)
  const field = slash < 0 ? '' : subject.slice(slash)
  return `${stream.slice(0, stream.indexOf('-'))}${field}`
}

/** The subjects that a request reaches by naming a thing: `{ team }` the captain and the alternate of that team. */
export const subjectsNamed = (kinds: PersonalKinds, named: string, id: string): string[] =>
  Object.entries(kinds).flatMap(([kind, { named: key }]) => (key === named ? [buildSubject(kind, id)] : []))

function buildSubject(kind: string, id: string): string {
  const [category, field] = kind.split('/')
  return field === undefined ? `${category}-${id}` : `${category}-${id}/${field}`
}

/** The facts about a person at the moment they are forgotten. */
export interface PersonFacts {
  readonly subjects: readonly string[]
  /** Accounts that end with it. */
  readonly accounts: number
  /** Entries of the log that name them in the clear. */
  readonly named: number
  /** True where mails leave the site, so that it cannot take them back. */
  readonly sendsMails: boolean
}

/** Describes it in sentences, each kind once, however often it occurs. */
export function describeForgetting(
  kinds: PersonalKinds,
  { subjects, accounts, named, sendsMails }: PersonFacts,
): Forgetting {
  if (subjects.length === 0) return { unreadable: [], remains: [] }
  const counts = new Map<string, number>()
  for (const subject of subjects) counts.set(kindOf(subject), (counts.get(kindOf(subject)) ?? 0) + 1)
  const times = (count: number) => (count === 1 ? '' : ` (${count} times)`)
  const unreadable = [...counts].map(
    ([kind, count]) => `${kinds[kind]?.unreadable ?? `Personal data of the kind ${kind}`}${times(count)}.`,
  )
  const remains = [...new Set([...counts.keys()].flatMap((kind) => kinds[kind]?.remains ?? []))]
  return {
    unreadable: [
      ...unreadable,
      ...(accounts > 0 ? ['Their account, which ends at once on every device.'] : []),
      'Answers to requests that hold any of it, kept for repetitions.',
      ...(sendsMails ? [] : ['Mails in the outbox that hold any of it.']),
    ],
    remains: [
      ...remains.map((sentence) => `${sentence}.`),
      ...(named > 0
        ? [
            `Their name in the log beside ${named === 1 ? 'one entry' : `${named} entries`} of an earlier release, which is shown no more.`,
          ]
        : []),
      ...(sendsMails ? ['Mails that were sent, in the mailboxes that they reached.'] : []),
      'Files and paper that left the site, and backups that hold the keys of that time.',
    ],
  }
}
