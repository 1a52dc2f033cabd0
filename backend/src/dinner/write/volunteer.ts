import type { VolunteerEvent } from '@ultimate/events/dinner/events.ts'
import { editionStream } from '@ultimate/events/language/edition.ts'

/** The facts that decisions about a volunteer need, for all slots they signed up for. */
export interface Volunteer {
  /** The generation of the private links that are valid. */
  readonly linkGeneration: number
}

export const initialState = (): Volunteer => ({ linkGeneration: 0 })

export const evolve = (_: Volunteer, { data }: VolunteerEvent): Volunteer => ({ linkGeneration: data.generation })

/** `digest` stands for the address, because names of streams may hold no personal data. */
export const volunteerStream = (digest: string, edition: string): string =>
  editionStream(`volunteer-${digest}`, edition)
