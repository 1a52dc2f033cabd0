import type { z } from 'zod'
import type { Topic } from '../platform/api.ts'
import type { Description, History } from './sentence/sentence.ts'

/**
 * A field of an event that is about one person: a text, or an object of several fields. The store encrypts the field
 * under the person's own key. An absent or empty field is not encrypted.
 */
export interface PersonalField {
  /** Readers get this in place of the field once the key is deleted, so that replay still works. */
  readonly forgotten: unknown
  /**
   * Names the person, such as `signup-<id>`. Fields with the same subject share a key, and are forgotten together. By
   * default, the subject is `<stream>/<field>`.
   */
  readonly subject?: (data: never, stream: string) => string
}

/** The stored form of an event. `upcast[n]` turns data stored as version n into version n + 1. */
export interface StoredDefinition<S extends z.ZodObject = z.ZodObject> {
  readonly version: number
  readonly data: S
  readonly personal?: Readonly<Record<string, PersonalField>>
  readonly upcast?: Readonly<Record<number, (data: never) => unknown>>
}

/**
 * A topic of the live stream. After an event that touches the topic, open pages read again what they show of it.
 * `audience` is who may learn that the topic was touched; the stream has no data of the event.
 */
export interface LiveTopic<Data = unknown> {
  readonly topic: Topic
  readonly audience: Audience | ((data: Data) => Audience)
}
/** Everyone, or the holders of one of these roles. */
export type Audience = 'everyone' | readonly string[]

/**
 * What the undo of an event does, or why there is none. `docs/undo.md` lists both; for each `effect`, `undo.ts` of the
 * module in the backend has a rule.
 */
export type UndoWording = { readonly effect: string } | { readonly impossible: string }

/** All that is declared about one type of event. */
interface DescribedDefinition<S extends z.ZodObject> extends StoredDefinition<S> {
  /**
   * Returns the sentence of the audit. Null leaves the event out of the history of the stream `history.about`. For
   * example, pools without a team are left out of the team's history.
   */
  readonly sentence: (data: z.output<S>, history: History) => Description | null
  readonly undo: UndoWording
  readonly live: readonly LiveTopic<z.output<S>>[]
}

/** A definition as the platform reads it; modules in tests leave out what they do not need. */
export interface EventDefinition extends StoredDefinition {
  readonly sentence?: (data: never, history: History) => Description | null
  readonly undo?: UndoWording
  readonly live?: readonly LiveTopic<never>[]
}
export type EventDefinitions = Readonly<Record<string, EventDefinition>>

/** `S` are the schemas by event. `U` has the literal types of the undos, so that `UndoRules` knows which have an effect. */
type Definitions<S extends Readonly<Record<string, z.ZodObject>>, U> = {
  readonly [T in keyof S]: DescribedDefinition<S[T]>
} & { readonly [T in keyof U]: { readonly undo: U[T] } }

/** Declares events of a module; the discriminated union of them is `EventOf<typeof definitions>`. */
export const defineEvents = <
  const S extends Readonly<Record<string, z.ZodObject>>,
  const U extends Readonly<Record<string, UndoWording>>,
>(
  definitions: Definitions<S, U>,
): Definitions<S, U> => definitions

export type EventOf<D extends Readonly<Record<string, StoredDefinition>>> = {
  [T in keyof D & string]: { type: T; data: z.output<D[T]['data']> }
}[keyof D & string]
