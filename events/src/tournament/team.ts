/** The two divisions; their keys travel, their labels are read by people. */
export const divisions = ['comp', 'rec'] as const
export type Division = (typeof divisions)[number]

export const divisionLabels: Readonly<Record<Division, string>> = { comp: 'Competitive', rec: 'Recreational' }

export const teamStatuses = ['confirmed', 'waitlist'] as const
export type TeamStatus = (typeof teamStatuses)[number]

export const statusLabels: Readonly<Record<TeamStatus, string>> = { confirmed: 'Confirmed', waitlist: 'Waitlist' }

/** Teams confirmed by order of registration; the rest wait, unless staff decided otherwise. */
export const confirmedCapacity = 35

/** The status of the team that registered as number `order` (the oldest is 1), where staff decided nothing. */
export function statusByOrder(order: number): TeamStatus {
  return order <= confirmedCapacity ? 'confirmed' : 'waitlist'
}

/** How many teams one request may take out, and how long the reason may be, in UTF-16 units. */
export const removalLimits = { teams: 500, reason: 200 } as const
