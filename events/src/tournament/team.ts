import type { Fee } from '../language/edition-facts.ts'

/** The two divisions by the keys of API and stored data; people read their labels. */
export const divisions = ['comp', 'rec'] as const
export type Division = (typeof divisions)[number]

export const divisionLabels: Readonly<Record<Division, string>> = { comp: 'Competitive', rec: 'Recreational' }

export const teamStatuses = ['confirmed', 'waitlist'] as const
export type TeamStatus = (typeof teamStatuses)[number]

export const statusLabels: Readonly<Record<TeamStatus, string>> = { confirmed: 'Confirmed', waitlist: 'Waitlist' }

/** The choices of staff: a status, or that the order of registration decides again. */
export const statusChoices = [...teamStatuses, 'by-order'] as const
export type StatusChoice = (typeof statusChoices)[number]

export const choiceLabels: Readonly<Record<StatusChoice, string>> = { ...statusLabels, 'by-order': 'By order' }

/** The status of the team that registered as number `order` (the oldest is 1), where staff decided nothing. */
export function statusByOrder(order: number, capacity: number): TeamStatus {
  return order <= capacity ? 'confirmed' : 'waitlist'
}

/** The place of a bid among all that count. */
export interface BidStatus {
  /** The oldest bid is number 1. */
  readonly number: number
  readonly status: TeamStatus
}

/** `Confirmed (#5 of 35)`, `#6 on the waitlist`: in the receipt, in emails and on the captain's page. */
export function describeStatus({ number, status }: BidStatus, capacity: number): string {
  const isByOrder = status === statusByOrder(number, capacity)
  if (status === 'confirmed')
    return isByOrder ? `Confirmed (#${number} of ${capacity})` : `Confirmed by the TD (bid #${number})`
  return isByOrder ? `#${number - capacity} on the waitlist` : `On the waitlist, set by the TD (bid #${number})`
}

/** Describes what a captain has to know about paying; null for a confirmed team where the club has set no fee. */
export function describePayment(status: TeamStatus, fee: Fee | null): string | null {
  if (status === 'waitlist') return 'No payment until a spot opens.'
  return fee && `The fee is ${describeAmount(fee)}. ${fee.payment}`.trimEnd()
}

/** `$300 per team, due November 8, 2025`. */
export const describeAmount = ({ amount, due }: Fee): string => (due === '' ? amount : `${amount}, due ${due}`)

/** Places that no team is confirmed for. Staff may confirm more teams than there are places. */
export const placesLeft = (confirmed: number, capacity: number): number => Math.max(0, capacity - confirmed)

/** The seeds that staff may give. Teams with the same seed are in the order of their bids. */
export const seedLimits = { min: 1, max: 200 } as const
export const seedRule = `A seed is a whole number from ${seedLimits.min} to ${seedLimits.max}.`

/** The number of teams that one request may remove, and the length of the reason in UTF-16 units. */
export const removalLimits = { teams: 500, reason: 200 } as const
