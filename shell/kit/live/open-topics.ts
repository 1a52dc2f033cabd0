let open: readonly string[] = []

/** Topics of which the open stream tells every change, behind the position with which it said that it is open. */
export const openTopics = (): readonly string[] => open

/** The stream that is open now, in this tab or the leading one, is about these topics. */
export function noteOpenTopics(topics: readonly string[]): void {
  open = topics
}

/** Where an open stream stands, for a tab that comes to it. */
export interface Standing {
  /** Of the last message: all after it is still to be told. */
  readonly id: string | undefined
  readonly topics: readonly string[]
}
