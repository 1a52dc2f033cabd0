import type { ErasureEvent } from '@ultimate/events/staff/events.ts'

/** A person's request to be forgotten, and whether it waits for an answer. */
export type Erasure =
  | { readonly status: 'none' }
  | { readonly status: 'asked'; readonly until: Date }
  | { readonly status: 'declined' }

export const initialState = (): Erasure => ({ status: 'none' })

export function evolve(_: Erasure, event: ErasureEvent): Erasure {
  return event.type === 'ForgettingRequested'
    ? { status: 'asked', until: new Date(event.data.until) }
    : { status: 'declined' }
}

export const erasureStream = (id: string) => `erasure-${id}`
export const erasureIdOf = (stream: string) => stream.slice('erasure-'.length)
