import { createStore } from 'zustand/vanilla'

/** The position of a change that no read can know: a message without a position, or a change that no event announces. */
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
   * The position at which the stream was last opened, by topic; it has no messages about earlier changes. Each opening
   * is an object of its own, so that a read notices one that came meanwhile.
   */
  readonly beginnings: ReadonlyMap<string, { readonly position: number }>
  /** The newest position that answers have to know, by topic. */
  readonly due: ReadonlyMap<string, number>
}

export const streamState = createStore<StreamState>()(() => ({
  openTopics: [],
  lastId: null,
  receivedTo: new Map(),
  beginnings: new Map(),
  due: new Map(),
}))

export const noteOpenTopics = (openTopics: readonly string[]): void => streamState.setState({ openTopics })

export const noteBeginning = (topic: string, position: number): void =>
  streamState.setState(({ beginnings }) => ({ beginnings: new Map(beginnings).set(topic, { position }) }))

/** Raises the position that answers about a topic have to know. */
export const noteDue = (topic: string, position: number): void =>
  streamState.setState(({ due }) => ({ due: new Map(due).set(topic, Math.max(position, due.get(topic) ?? 0)) }))

/** Notes that every change of the open topics was received up to this position. */
export const noteReceived = (position: number): void =>
  streamState.setState(({ openTopics, receivedTo }) => ({
    receivedTo: new Map([...receivedTo, ...openTopics.map((topic) => [topic, position] as const)]),
  }))
