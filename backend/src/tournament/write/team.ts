import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { TeamStatus } from '@ultimate/events/tournament/team.ts'

/**
 * What a team's decisions need to know. `standing` is by order of registration until staff decide otherwise; a removed
 * team keeps it, and its paid mark, for when it is restored.
 */
export type Team =
  | { readonly status: 'unregistered' }
  | {
      readonly status: 'registered' | 'removed'
      readonly standing: TeamStatus | 'by-order'
      readonly paid: boolean
      /** Until then the bid does not count. */
      readonly awaitsConfirmation: boolean
    }
export type RegisteredTeam = Extract<Team, { standing: unknown }>

export const initialState = (): Team => ({ status: 'unregistered' })

export function evolve(team: Team, event: TeamEvent): Team {
  if (event.type === 'TeamRegistered') {
    const { awaitsConfirmation } = event.data
    return { status: 'registered', standing: 'by-order', paid: false, awaitsConfirmation }
  }
  if (team.status === 'unregistered') return team
  switch (event.type) {
    case 'AddressConfirmed':
      return { ...team, awaitsConfirmation: false }
    case 'TeamConfirmed':
      return { ...team, standing: 'confirmed' }
    case 'TeamWaitlisted':
      return { ...team, standing: 'waitlist' }
    case 'TeamMarkedPaid':
      return { ...team, paid: true }
    case 'TeamMarkedUnpaid':
      return { ...team, paid: false }
    case 'TeamRemoved':
      return { ...team, status: 'removed' }
    case 'TeamRestored':
      return { ...team, status: 'registered' }
    default:
      return team
  }
}

export const teamStream = (id: string): string => `team-${id}`

export const teamIdOf = (stream: string): string => stream.slice('team-'.length)
