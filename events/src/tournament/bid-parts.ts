import type { TeamEvent } from './events.ts'
import { type Division, divisionLabels } from './team.ts'

type Corrected = Extract<TeamEvent, { type: 'TeamCorrected' }>['data']

/** The facts that a correction may change, with the division where it is known. */
export type BidFacts = Omit<Corrected, 'reason' | 'division'> & { readonly division?: Division | undefined }

export interface BidDifference {
  readonly part: string
  readonly was: string
  readonly is: string
  /** The public knows it, so the audit repeats it. */
  readonly isPublic: boolean
}

const contact = (known: BidFacts['alternate']): string =>
  known ? [known.name, known.email, known.phone].filter((text) => text !== '').join(', ') : ''

/** Lists the parts in which two versions of a bid differ. A division that one of them does not name is the same. */
export function listDifferences(before: BidFacts, now: BidFacts): BidDifference[] {
  const divisions =
    before.division && now.division ? [divisionLabels[before.division], divisionLabels[now.division]] : []
  const parts = [
    ['team name', before.teamName, now.teamName, true],
    ['division', divisions[0] ?? '', divisions[1] ?? '', true],
    ['location', before.location, now.location, true],
    ['captain', before.captain.name, now.captain.name, true],
    ['captain’s e-mail address', before.captain.email, now.captain.email, false],
    ['captain’s phone', before.captain.phone, now.captain.phone, false],
    ['alternate contact', contact(before.alternate), contact(now.alternate), false],
    ['past names', before.pastTeamNames, now.pastTeamNames, false],
    ['comments', before.captain.comments, now.captain.comments, false],
  ] as const
  return parts.flatMap(([part, was, is, isPublic]) => (was === is ? [] : [{ part, was, is, isPublic }]))
}
