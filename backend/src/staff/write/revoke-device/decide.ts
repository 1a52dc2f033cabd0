import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { UserEvent } from '@ultimate/events/staff/events.ts'
import type { StreamDecider, TimedCommand } from '../../../platform/event-store/commands.ts'
import { evolve, initialState, type UserState } from '../user.ts'

/** Whether this device is signed in is known outside: sessions are no facts. */
export type RevokeDevice = TimedCommand<'RevokeDevice', { deviceId: string }>

export function revokeDevice({ data: { deviceId } }: RevokeDevice, user: UserState): UserEvent {
  if (user.status !== 'active') return platformErrors.fail('USER_REMOVED')
  return { type: 'DeviceSignedOut', data: { deviceId } }
}

export const revokeDeviceDecider: StreamDecider<UserState, RevokeDevice, UserEvent> = {
  decide: revokeDevice,
  evolve,
  initialState,
}
