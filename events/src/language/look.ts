/** The stored looks of one user at one person's contact data. */
export interface Looks extends Record<string, unknown> {
  readonly looks: number
}

/** For this long, all reads of a user count as one look, because an open page reads again at every change. */
export const lookMs = 60 * 60_000

export const initialState = (): Looks => ({ looks: 0 })

export const evolve = ({ looks }: Looks): Looks => ({ looks: looks + 1 })

/**
 * Returns whether a look is to be stored. The command holds the number of looks that its request has read. If the state
 * has more by now, another request has just stored one, and this request belongs to that look.
 */
export const isNewLook = (command: Looks, state: Looks): boolean => state.looks <= command.looks
