/** The number of looks of one user at one person's contact data that the stream holds. */
export interface Looks extends Record<string, unknown> {
  readonly looks: number
}

/** An open page reads again at every change, and when it is reloaded: that is the same look for so long. */
export const lookMs = 60 * 60_000

export const initialState = (): Looks => ({ looks: 0 })

export const evolve = ({ looks }: Looks): Looks => ({ looks: looks + 1 })

/**
 * True where a look is to be recorded. The command holds how many there were when the last one was found to be over: of
 * two requests at once the second one belongs to the look of the first.
 */
export const isNewLook = (command: Looks, state: Looks): boolean => state.looks <= command.looks
