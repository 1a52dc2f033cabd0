import { isWithinYears } from '@ultimate/events/language/moment.ts'
import { plainWords } from '@ultimate/events/language/sentence/sentence.ts'
import { formatVenueTime } from '@ultimate/events/language/venue-clock.ts'
import type { AuditArea } from '@ultimate/events/staff/api.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'

/** The filter of the list; an empty text filters nothing. The address holds it under these names, for shared links. */
export interface AuditFilter {
  /** Id or name of a user, or one of {@link crowds}. */
  readonly who: string
  readonly module: string
  readonly action: string
  /** The stream of one subject (a team, slot, dish or user), for its whole history. */
  readonly subject: string
  /** Moments as ISO texts in UTC. */
  readonly from: string
  readonly to: string
  /** Words that an entry contains. */
  readonly search: string
}
export type FilterField = keyof AuditFilter

export const filterFields: readonly FilterField[] = ['search', 'who', 'module', 'action', 'subject', 'from', 'to']

/** Kinds of actors without a name, by what `who` calls all of them together. */
export const crowds = { visitors: 'visitor', site: 'system' } as const
const isCrowd = (who: string): who is keyof typeof crowds => who in crowds

/** Renames `thing`, the older name of `subject`: bookmarks and live parts of earlier releases still have it. */
function renameThing(address: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(address)
  const subject = params.get('subject') ?? params.get('thing')
  params.delete('thing')
  if (subject !== null) params.set('subject', subject)
  return params
}

/** Reads the filter of an address. An action implies its area; a different area in the address is ignored. */
export function readFilter(address: URLSearchParams, areas: readonly AuditArea[]): AuditFilter {
  const params = renameThing(address)
  const text = (field: FilterField) => params.get(field) ?? ''
  const moment = (field: FilterField) => (isWithinYears(text(field)) ? new Date(text(field)).toISOString() : '')
  return {
    search: text('search'),
    who: text('who'),
    module: isOfOtherArea(areas, text('action'), text('module')) ? '' : text('module'),
    action: text('action'),
    subject: text('subject'),
    from: moment('from'),
    to: moment('to'),
  }
}

/** Returns the address with this field changed; an empty value removes it. */
export function withField(
  address: URLSearchParams,
  field: FilterField,
  value: string,
  areas: readonly AuditArea[],
): URLSearchParams {
  const next = renameThing(address)
  if (value === '') next.delete(field)
  else next.set(field, value)
  // Of an action and another area, the last choice wins, so that no hidden filter is in effect.
  const contradicts = isOfOtherArea(areas, next.get('action') ?? '', next.get('module') ?? '')
  if (contradicts) next.delete(field === 'module' ? 'action' : 'module')
  return next
}

export const isFiltering = (filter: AuditFilter): boolean => filterFields.some((field) => filter[field] !== '')

/** Returns the query of `GET /api/audit`. */
export function toConditions({ search, who, module, action, subject, from, to }: AuditFilter) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(isCrowd(who) ? { kind: crowds[who] } : who && { actor: who }),
    ...(module && { module }),
    ...(action && { type: action }),
    ...(subject && { stream: subject }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
export type Conditions = ReturnType<typeof toConditions>

/** Returns the value of an `<input type="datetime-local">`, in venue time, as in the list below it. */
export const localInput = (moment: string): string =>
  moment === '' ? '' : formatVenueTime(new Date(moment)).replace(' ', 'T')

/**
 * Returns the moment as an ISO text; empty while the year is still being typed, because the server takes none before
 * 1900.
 */
export function parseMoment(local: string): string {
  if (!isWithinYears(local)) return ''
  const asUtc = Date.parse(`${local}Z`)
  /** Moves the guess by as much as its venue time differs from the typed one: by the offset of the venue. */
  const correct = (guess: number) => guess + asUtc - Date.parse(`${localInput(new Date(guess).toISOString())}Z`)
  // Near a clock change, the first guess may have another offset than the moment.
  return new Date(correct(correct(asUtc))).toISOString()
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Returns the words for an action that the server's list lacks. */
export const actionLabel = (type: string): string => capitalised(plainWords(type))

/**
 * Returns the areas from the server, because this part does not know what other modules record; empty until they are
 * read.
 */
export function useAreas(): readonly AuditArea[] {
  const { data = noAreas } = useQuery({
    queryKey: ['audit kinds'],
    queryFn: async ({ signal }) => (await call('GET /api/audit/kinds', {}, { signal })).areas,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

const noAreas: readonly AuditArea[] = []

/** Returns whether the action belongs to another area than the chosen one; an unknown action may belong to any. */
function isOfOtherArea(areas: readonly AuditArea[], action: string, module: string): boolean {
  const area = areas.find(({ actions }) => actions.some(({ type }) => type === action))?.name
  return module !== '' && area !== undefined && area !== module
}

/** The id of a visitor is a digest of 22 characters. */
export const isVisitor = (who: string): boolean => /^[\w-]{22}$/.test(who)

interface ActorEntry {
  readonly actor: { readonly id: string | null; readonly name: string | null }
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Returns the words for an actor who is in no list. A visitor is named by the captain or volunteer whom they signed up,
 * if the entries hold one who was not forgotten.
 */
export function strangerLabel(who: string, entries: readonly ActorEntry[]): string {
  const ownEntries = entries.filter(({ actor }) => actor.id === who || actor.name === who)
  const name = ownEntries.find(({ actor }) => actor.name !== null)?.actor.name
  if (name) return name
  if (!isVisitor(who)) return who
  const person = ownEntries.map(({ data }) => givenName(data)).find((given) => given !== undefined)
  return person === undefined ? 'One visitor' : `One visitor (${person})`
}

interface PersonData {
  readonly name?: unknown
  readonly email?: unknown
}

/** Returns the name of the captain or volunteer in the data of an event. A forgotten person has an empty address. */
function givenName(data: ActorEntry['data']): string | undefined {
  const { name, email } = ((data['captain'] ?? data['person']) as PersonData | undefined) ?? {}
  return typeof name === 'string' && name !== '' && email !== '' ? name : undefined
}

/** Describes the filter for paper, where no field shows it; empty without a filter. `who` is the name of the actor. */
export function describeFilter(filter: AuditFilter, areas: readonly AuditArea[], who: string): string {
  const { search, module, action, from, to } = filter
  const area = areas.find(({ name }) => name === module)?.label ?? module
  const knownAction = areas.flatMap(({ actions }) => actions).find(({ type }) => type === action)
  return [
    who && `by ${who}`,
    area && `area ${area}`,
    action && `action ${knownAction?.label ?? actionLabel(action)}`,
    from && `from ${formatMoment(from)}`,
    to && `until ${formatMoment(to)}`,
    search.trim() && `with “${search.trim()}”`,
  ]
    .filter(Boolean)
    .join(', ')
}

const formatMoment = (moment: string): string => venueMoment(new Date(moment))
