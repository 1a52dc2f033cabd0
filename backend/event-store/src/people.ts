import type { Actor } from './recorded-event.ts'

/** The people whose personal data is in the log; each is identified by the name of a subject. */
export interface People {
  /** The subjects with a text that matches, in events of these types; of all types when absent. Reads the whole log. */
  find(matches: (text: string) => boolean, types?: readonly string[]): Promise<string[]>
  /** Those of these subjects whose data can still be decrypted. */
  known(subjects: readonly string[]): Promise<string[]>
  /** The streams with data that can no longer be decrypted. Reads the whole log. */
  unreadable(): Promise<string[]>
  /** Every text that is recorded about these subjects and can still be read. */
  textsAbout(subjects: readonly string[]): Promise<string[]>
  /**
   * Makes the data of these subjects unreadable for good; returns the streams that held it. `texts` are also removed
   * from the errors of dead letters.
   */
  forget(subjects: readonly string[], texts?: readonly string[]): Promise<string[]>
}

/** Maps actors whose names are personal data to subjects. The module of the users declares it. */
export interface ActorSubjects {
  /** Null for an actor that is not a person, or whose name is not personal data. */
  readonly subjectOf: (actor: Actor) => string | null
  /** The actor's id for such a subject; null for all others. */
  readonly idOf: (subject: string) => string | null
}
