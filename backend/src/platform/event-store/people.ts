import type { Actor } from './recorded-event.ts'

/** Whom personal data in the log is about; each is known by the name of a subject. */
export interface People {
  /** Everybody whose data holds this e-mail address. Reads the whole log. */
  holding(address: string): Promise<string[]>
  /** Those of whom an event of this type says one of these texts, to the letter. */
  saying(texts: readonly string[], type: string): Promise<string[]>
  /** Those of these subjects of whom something can still be read. */
  known(subjects: readonly string[]): Promise<string[]>
  /** The streams with data that nobody can read. Reads the whole log. */
  unreadable(): Promise<string[]>
  /** Every text that is recorded about these subjects and can still be read. */
  textsAbout(subjects: readonly string[]): Promise<string[]>
  /**
   * Makes the data of these subjects unreadable for good; returns the streams that held it. `texts` are also taken out
   * of what is noted about events that could not be handled.
   */
  forget(subjects: readonly string[], texts?: readonly string[]): Promise<string[]>
}

/** Whose personal data the name of an actor is. A module that knows people as actors declares it. */
export interface ActorSubjects {
  /** Null for an actor who is nobody, or whose name is not personal. */
  readonly subjectOf: (actor: Actor) => string | null
  /** The actor's id of such a subject; null of any other. */
  readonly idOf: (subject: string) => string | null
}
