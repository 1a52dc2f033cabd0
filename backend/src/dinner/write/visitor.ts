import type { VisitorEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey } from '@ultimate/events/dinner/slot.ts'

/** The contents of a private link: an address, and the edition and generation of the link. */
export type ClaimedLink = {
  readonly email: string
  /** Null in old links, which name no edition. */
  readonly edition: string | null
  readonly generation: number
}

/** Links that this device has opened, each by its key. */
export interface Visitor {
  readonly claimed: ReadonlySet<string>
}

/** Returns the same key for an address in any case of letters. */
export const claimKey = ({ email, edition, generation }: ClaimedLink): string =>
  [emailKey(email), edition ?? '', generation].join(' ')

export const initialState = (): Visitor => ({ claimed: new Set() })

export function evolve(visitor: Visitor, event: VisitorEvent): Visitor {
  if (event.type !== 'SignupsClaimed') return visitor
  const { contact, edition, generation } = event.data
  return { claimed: new Set(visitor.claimed).add(claimKey({ email: contact.email, edition, generation })) }
}

export const visitorStream = (id: string): string => `visitor-${id}`

export const visitorIdOf = (stream: string): string => stream.slice('visitor-'.length)
