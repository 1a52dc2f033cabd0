import type { Actor } from './recorded-event.ts'

/** Which events of the log to read; conditions that are absent let everything through. */
export interface LogFilter {
  /** Positions strictly above. */
  readonly after?: number
  /** Positions strictly below. */
  readonly before?: number
  readonly stream?: string
  /** The stream `<category>-<id>`, and facts elsewhere that name this id in their field `<category>Id`. */
  readonly about?: string
  readonly types?: readonly string[]
  readonly categories?: readonly string[]
  /** Id or name of who did it. */
  readonly actor?: string
  readonly actorKind?: Actor['kind']
  /** Stored at or after. */
  readonly from?: Date
  /** Stored at or before. */
  readonly to?: Date
  /** Oldest first unless said otherwise. */
  readonly newestFirst?: boolean
  /** 100 unless said otherwise. */
  readonly limit?: number
}

/** A stream, or what was in it before a version of it. */
export interface Past {
  readonly stream: string
  readonly before?: number
}
