/** An event as the audit describes it; the name of the actor stands before it. */
export interface Description {
  /** The act, in the past tense: `marked Huck Finns as paid`. */
  readonly text: string
  /** The state before the act, where that is known. */
  readonly was?: string | undefined
  /** The name of what the stream is about. */
  readonly subject: string
}

/** Builds the description of an event, in this order: the subject, what was done to it, and what it was before. */
export const describe = (subject: string, text: string, was?: string | undefined): Description => ({
  subject,
  text,
  was,
})

/** A stored event, as sentences about other events read it. */
export interface PastEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The other events that the sentence of an event may use. */
export interface History {
  readonly stream: string
  /** Earlier events of the same stream, oldest first; of a long stream, only its first event and its last ones. */
  readonly earlier: readonly PastEvent[]
  /** The number of `earlier` events that stand before a gap: events of a long stream that are not loaded. */
  readonly beforeGap?: number | undefined
  /** The first event and the last ones of another stream, up to now. */
  of(stream: string): readonly PastEvent[]
  /**
   * The purpose of a call (`PUT /api/teams/{id}`), as its interface describes it; undefined for a call that is gone.
   */
  summaryOf?(call: string): string | undefined
  /** The stream whose history is listed, such as that of a team; undefined where events of all streams are listed. */
  readonly about?: string | undefined
}

/** Returns a function that finds the data of the last event of a type. `E` are the events of a module. */
export const createFindLastData =
  <E extends PastEvent>() =>
  <T extends E['type']>(events: readonly PastEvent[], type: T): Extract<E, { type: T }>['data'] | undefined =>
    (events as readonly E[]).findLast((event): event is Extract<E, { type: T }> => event.type === type)?.data

/** The type of the last event that has one of these types. */
export function findLastType<T extends string>(events: readonly PastEvent[], types: readonly T[]): T | undefined {
  return events.findLast((event) => types.some((type) => type === event.type))?.type as T | undefined
}

/** Describes an event for the audit; an event without a definition or sentence, by its type. */
export function describeEvent(
  definitions: Readonly<Record<string, { readonly sentence?: (data: never, history: History) => Description | null }>>,
  { type, data }: PastEvent,
  history: History,
): Description | null {
  const { sentence } = definitions[type] ?? {}
  return sentence ? sentence(data as never, history) : { text: plainWords(type), subject: history.stream }
}

/** `PoolsSaved` as `pools saved`: for events without a sentence. */
export function plainWords(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** `1 team`, `2 teams`. */
export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

interface NotedEvent {
  readonly noteId: string
  /** The earlier events of the stream. */
  readonly earlier: readonly PastEvent[]
  readonly subject: string
}

const findNoteEvents = ({ noteId, earlier }: NotedEvent) => earlier.filter(({ data }) => data['noteId'] === noteId)

export const describeNoteAdded = (noted: NotedEvent, text: string): Description => ({
  text: `${findNoteEvents(noted).length > 0 ? 'put back' : 'wrote'} a note about ${noted.subject}${text && `: ${text}`}`,
  subject: noted.subject,
})

export function describeNoteRemoved(noted: NotedEvent): Description {
  const texts = findNoteEvents(noted).flatMap(({ data: { text } }) =>
    typeof text === 'string' && text !== '' ? [text] : [],
  )
  return { text: `removed a note about ${noted.subject}`, was: texts.at(-1), subject: noted.subject }
}
