import { createStore } from 'zustand/vanilla'

/** The position of a change whose position is unknown: no data contains the change, so each query is read again. */
export const newerThanAll = Number.POSITIVE_INFINITY

/** The position up to which an open stream has been read, for a tab that joins it. */
export interface StreamPosition {
  /** The id of the last message; the tab gets all later ones. */
  readonly id: string | undefined
  readonly topics: readonly string[]
}

/** The state of this tab in the live stream. Positions are those of the server's log. */
interface StreamState {
  /**
   * Topics of the open stream, which is this tab's or the leading tab's. It reports each of their changes after the
   * position of its `ready` message.
   */
  readonly openTopics: readonly string[]
  /** The id of the last message. */
  readonly lastId: string | null
  /** The position up to which every change was received, by topic. */
  readonly receivedTo: ReadonlyMap<string, number>
  /**
   * The last opening of the stream, by topic. The stream has messages only about changes after its position. Each
   * opening is a new object, so that a read notices an opening that came meanwhile.
   */
  readonly openings: ReadonlyMap<string, { readonly position: number }>
  /** The position up to which data of a topic has to contain every change, by topic. */
  readonly neededTo: ReadonlyMap<string, number>
}

export const streamState = createStore<StreamState>()(() => ({
  openTopics: [],
  lastId: null,
  receivedTo: new Map(),
  openings: new Map(),
  neededTo: new Map(),
}))

export const noteOpenTopics = (openTopics: readonly string[]): void => streamState.setState({ openTopics })

export const noteOpening = (topic: string, position: number): void =>
  streamState.setState(({ openings }) => ({ openings: new Map(openings).set(topic, { position }) }))

/** Notes that data of the topic has to contain every change up to this position, or a later one that was noted. */
export const noteNeeded = (topic: string, position: number): void =>
  streamState.setState(({ neededTo }) => ({
    neededTo: new Map(neededTo).set(topic, Math.max(position, neededTo.get(topic) ?? 0)),
  }))

/** Notes that every change of the open topics was received up to this position. */
export const noteReceived = (position: number): void =>
  streamState.setState(({ openTopics, receivedTo }) => ({
    receivedTo: new Map([...receivedTo, ...openTopics.map((topic) => [topic, position] as const)]),
  }))
