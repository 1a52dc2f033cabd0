/**
 * What was carried out of the app in files. One stream holds all of it, so that the audit shows every export when
 * asked for this stream; no decision depends on those before.
 */
export type Exports = Readonly<Record<string, never>>

export const initialState = (): Exports => ({})

export const evolve = (exports: Exports): Exports => exports

export const exportsStream = 'exports-teams'
