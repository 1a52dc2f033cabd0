let open: readonly string[] = []

/** Topics of the open stream: it reports each of their changes after the position of its `ready` message. */
export const openTopics = (): readonly string[] => open

/** Notes the topics of the open stream, which is this tab's or the leading tab's. */
export function noteOpenTopics(topics: readonly string[]): void {
  open = topics
}

/** How far an open stream has been read, for a tab that joins it. */
export interface Standing {
  /** The id of the last message; the tab gets all later ones. */
  readonly id: string | undefined
  readonly topics: readonly string[]
}
