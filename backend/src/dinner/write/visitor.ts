import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'

/** Addresses whose sign-ups this device may show and remove, in one case of letters. */
export interface Visitor {
  readonly claimed: ReadonlySet<string>
}

export const initialState = (): Visitor => ({ claimed: new Set() })

export function evolve(visitor: Visitor, event: VisitorEvent): Visitor {
  if (event.type !== 'SignupsClaimed') return visitor
  return { claimed: new Set(visitor.claimed).add(emailKey(event.data.contact.email)) }
}

export const visitorStream = (id: string): string => `visitor-${id}`

export const visitorIdOf = (stream: string): string => stream.slice('visitor-'.length)
