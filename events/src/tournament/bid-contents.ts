import type { TeamEvent } from './events.ts'
import type { BidForm, Registration } from './registration.ts'
import { type Division, divisionLabels } from './team.ts'

type Corrected = Extract<TeamEvent, { type: 'TeamCorrected' }>['data']
/** Captains may correct this; only staff change the division. */
export type BidContents = Omit<Corrected, 'division' | 'reason'>

/** Returns the bid as events store it. The alternate contact is null where all three of its fields are empty. */
export function toBid(form: BidForm): BidContents {
  const { teamName, pastTeamNames, location, comments } = form
  const { altCaptainName: name, altCaptainEmail: email, altCaptainPhone: phone } = form
  return {
    teamName,
    pastTeamNames,
    location,
    captain: { name: form.captainName, email: form.captainEmail, phone: form.captainPhone, comments },
    alternate: name === '' && email === '' && phone === '' ? null : { name, email, phone },
  }
}

/** Returns the bid as its form sends it. */
export function toForm({ captain, alternate, ...bid }: BidContents): BidForm {
  return {
    ...bid,
    captainName: captain.name,
    captainEmail: captain.email,
    captainPhone: captain.phone,
    comments: captain.comments,
    altCaptainName: alternate?.name ?? '',
    altCaptainEmail: alternate?.email ?? '',
    altCaptainPhone: alternate?.phone ?? '',
  }
}

interface BidPart {
  /** Form fields with the same name are one part. */
  readonly name: string
  /**
   * By default, a part is an undo unit. An undo restores all fields of a unit, or none if one was changed later. So a
   * captain's name never returns with the phone of another captain.
   */
  readonly undoUnit?: string
  /** The public knows this part, so the audit repeats its texts. */
  readonly isPublic?: true
}

/** The part to which each field of the form belongs, in the order in which audit and emails name the parts. */
const bidParts: Readonly<Record<keyof Registration, BidPart>> = {
  teamName: { name: 'team name', isPublic: true },
  division: { name: 'division', isPublic: true },
  location: { name: 'location', isPublic: true },
  captainName: { name: 'captain', undoUnit: 'captain', isPublic: true },
  captainEmail: { name: 'captain’s e-mail address', undoUnit: 'captain' },
  captainPhone: { name: 'captain’s phone', undoUnit: 'captain' },
  altCaptainName: { name: 'alternate contact', undoUnit: 'alternate' },
  altCaptainEmail: { name: 'alternate contact', undoUnit: 'alternate' },
  altCaptainPhone: { name: 'alternate contact', undoUnit: 'alternate' },
  pastTeamNames: { name: 'past names' },
  comments: { name: 'comments' },
}
const fieldsWithParts = Object.entries(bidParts) as [keyof Registration, BidPart][]

/** A correction names the division only if it changes. */
type BidInDivision = BidContents & { readonly division?: Division | undefined }

/** Returns the texts of a bid by part, or by undo unit: `captain` → `Ann, ann@example.org, 555-0100`. */
function groupTexts(bid: BidInDivision, groupOf: (part: BidPart) => string): Map<string, string> {
  const form = { ...toForm(bid), division: bid.division ? divisionLabels[bid.division] : '' }
  const texts = new Map<string, string>()
  for (const [field, part] of fieldsWithParts) {
    const group = groupOf(part)
    texts.set(group, [texts.get(group), form[field]].filter(Boolean).join(', '))
  }
  return texts
}

/** Compares all fields but the division, which is no part of `BidContents`. */
export function isSameBid(one: BidContents, other: BidContents): boolean {
  const [form, otherForm] = [toForm(one), toForm(other)]
  return fieldsWithParts.every(([field]) => field === 'division' || form[field] === otherForm[field])
}

/** An undo compares these texts, and names the units that were changed after the undone event. */
export const textsByUndoUnit = (bid: BidInDivision): Record<string, string> =>
  Object.fromEntries(groupTexts(bid, ({ name, undoUnit = name }) => undoUnit))

export interface BidDifference {
  readonly part: string
  readonly was: string
  readonly is: string
  /** As in `BidPart`. */
  readonly isPublic: boolean
}

/** Lists the parts that differ between two versions of a bid: the division only if both versions name it. */
export function listDifferences(before: BidInDivision, now: BidInDivision): BidDifference[] {
  const textsBefore = groupTexts(before, ({ name }) => name)
  const textsNow = groupTexts(now, ({ name }) => name)
  if (before.division === undefined || now.division === undefined) textsBefore.delete(bidParts.division.name)
  return [...textsBefore].flatMap(([part, was]) => {
    const is = textsNow.get(part) ?? ''
    const isPublic = fieldsWithParts.some(([, bidPart]) => bidPart.name === part && bidPart.isPublic)
    return was === is ? [] : [{ part, was, is, isPublic }]
  })
}
