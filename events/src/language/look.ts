/** The number of looks of one user at one person's contact data that the stream holds. */
export interface Looks extends Record<string, unknown> {
  readonly looks: number
}

/** For this long, all reads of a user count as one look, because an open page reads again at every change. */
export const lookMs = 60 * 60_000

export const initialState = (): Looks => ({ looks: 0 })

export const evolve = ({ looks }: Looks): Looks => ({ looks: looks + 1 })

/**
 * Returns whether a look is to be recorded. `command` holds the number of looks when the last one was found to be over:
 * of two requests at once, the second finds one more and belongs to the look of the first.
 */
export const isNewLook = (command: Looks, state: Looks): boolean => state.looks <= command.looks
