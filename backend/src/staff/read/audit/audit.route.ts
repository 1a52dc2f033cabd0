import { Readable } from 'node:stream'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { compareNames } from '@ultimate/events/language/fold.ts'
import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import {
  type AuditArea,
  type AuditEntry,
  type AuditPerson,
  type HistoryEntry,
  staffApi,
} from '@ultimate/events/staff/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import { exportAuditDecider } from '@ultimate/events/staff/log-notes.ts'
import { commandRoute } from '../../../platform/commands.ts'
import { csvHeaders } from '../../../platform/http/answer/csv.ts'
import { type RequestContext, type Route, route } from '../../../platform/http/http-route.ts'
import type { Module, Platform } from '../../../platform/module.ts'
import { undoOffers } from '../../undo/offers.ts'
import { type AuditConditions, readAllLines, readAudit } from './audit.query.ts'
import { csvEnd, csvHead, csvLines } from './csv.ts'

export const auditRoutes = (platform: Platform): Route[] => [
  auditRoute(platform),
  auditPeopleRoute(platform),
  teamHistoryRoute(platform),
  signupHistoryRoute(platform),
  auditKindsRoute(platform),
  exportAuditRoute(platform),
]

function auditRoute(platform: Platform): Route {
  const offersFor = undoOffers(platform)
  return route(staffApi.readAudit, async ({ query }, context) => {
    const offers = offersFor({ now: context.commandContext.now, by: context.user?.id ?? '' })
    // Offers are decided while entries are put into words; not for a search, which reads more events than it shows.
    const onRead = (events: readonly RecordedEvent[]) => events.length <= query.limit && offers.begin(events)
    const { events, recorded, ...position } = await readAudit({ ...platform, onRead }, query)
    const entries = events.map(async (entry, index): Promise<AuditEntry> => {
      const event = recorded[index]
      const mayBeOffered = entry.undoable && entry.undone_by === null && event !== undefined
      return mayBeOffered ? { ...entry, undoable: await offers.isOffered(event) } : entry
    })
    return { status: 200, body: { events: await Promise.all(entries), ...position } }
  })
}

const namelessActors = { visitor: 'A visitor', system: 'The site', staff: 'Someone' } as const
/** The most entries that are shown of one subject. The audit shows the TD all of them. */
const maxEntries = 50

/** Serves the history of a team to those who decide about teams and may not read the audit of everything else. */
const teamHistoryRoute = (platform: Platform): Route => route(staffApi.readTeamHistory, answerHistory(platform, 'team'))

/** Serves the history of a signup to those who may reach volunteers. */
const signupHistoryRoute = (platform: Platform): Route =>
  route(staffApi.readSignupHistory, answerHistory(platform, 'signup'))

/** Answers with the history of one subject. Sentences may hold contact data, so the call is recorded as a look. */
function answerHistory(platform: Platform, category: string) {
  return async (
    { params: { id } }: { readonly params: { readonly id: string } },
    { commandContext }: RequestContext,
  ) => {
    // Only the module of the category has this. It also rejects an id without a subject.
    const open = platform.modules().flatMap(({ openContactData }) => openContactData?.[category] ?? [])[0]
    await open?.(id, commandContext)
    const { events } = await readAudit(platform, { stream: `${category}-${id}`, limit: maxEntries })
    const history = events.map(({ position, at, actor, sentence: { text, was } }): HistoryEntry => {
      return { position, at, by: actor.name ?? namelessActors[actor.kind], text, was }
    })
    return { status: 200, body: { events: history } } as const
  }
}

/** Lists the kinds of entries that can be chosen: screens need not know what other modules record. */
function auditKindsRoute({ modules }: Platform): Route {
  return route(staffApi.listAuditKinds, async () => ({ status: 200, body: { areas: modules().flatMap(listAreas) } }))
}

const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export function listAreas({ name, events }: Pick<Module, 'name' | 'events'>): AuditArea[] {
  const actions = Object.keys(events).map((type) => ({ type, label: capitalize(plainWords(type)) }))
  return actions.length > 0 ? [{ name, label: capitalize(name), actions }] : []
}

const userEventTypes = ['UserAdded', 'ProfileChanged', 'UserRemoved', 'UserRestored'] satisfies UserEvent['type'][]
/** More users than any tournament has ever had, with some changes each. */
const maxEvents = 10_000

function auditPeopleRoute({ log }: Platform): Route {
  return route(staffApi.listAuditPeople, async () => {
    const events = (await log.read({ types: userEventTypes, limit: maxEvents })) as readonly RecordedEvent<UserEvent>[]
    return { status: 200, body: { people: listPeople(events) } }
  })
}

/** Lists the present users by name, then the removed ones. */
export function listPeople(events: readonly RecordedEvent<UserEvent>[]): AuditPerson[] {
  const people = new Map<string, AuditPerson>()
  for (const { type, data, metadata } of events) {
    const id = metadata.stream.slice('user-'.length)
    const person = people.get(id)
    if (type === 'UserAdded') people.set(id, { id, name: data.person.fullName, role: data.role, removed: false })
    else if (!person) continue
    else if (type === 'ProfileChanged') people.set(id, { ...person, name: data.person.fullName })
    else if (type === 'UserRemoved') people.set(id, { ...person, removed: true })
    else if (type === 'UserRestored') people.set(id, { ...person, removed: false })
  }
  return [...people.values()].toSorted(
    (one, other) => Number(one.removed) - Number(other.removed) || compareNames(one.name, other.name),
  )
}

/** Exports the audit; the event that records it is stored before the first line is sent. */
function exportAuditRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.exportAudit, async ({ query }, context) => {
    await context.send(exportAuditDecider, 'audit', { type: 'ExportAudit', data: {} })
    // The declaration knows no type for a body that is not JSON.
    const body = Readable.from(buildLines(platform, query)) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('audit', context.commandContext.now) }
  })
}

/**
 * Yields the lines of the file. A failure in between breaks the connection: a file without its last line is not whole.
 */
async function* buildLines(platform: Platform, conditions: AuditConditions): AsyncGenerator<string> {
  yield csvHead
  let count = 0
  for await (const entries of readAllLines(platform, conditions)) {
    count += entries.length
    yield csvLines(entries)
  }
  yield csvEnd(count)
}
