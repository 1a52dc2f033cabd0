/** Facts about somebody who says to be a captain; no decision depends on those before. */
export type Captain = Readonly<Record<string, never>>

export const initialState = (): Captain => ({})

export const evolve = (captain: Captain): Captain => captain

export const captainStream = (id: string): string => `captain-${id}`
