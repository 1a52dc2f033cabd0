import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Team } from '@ultimate/events/tournament/bid.ts'
import * as team from '@ultimate/events/tournament/bid.ts'
import type { PoolsEvent, TeamEvent, TournamentEvent } from '@ultimate/events/tournament/events.ts'
import type { Pools } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import * as pools from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { ScheduleEvent } from '@ultimate/events/tournament/weekend/events.ts'
import * as schedule from '@ultimate/events/tournament/weekend/schedule.ts'
import type { Platform } from '../../platform/module.ts'
import { stateAfter } from '../../platform/state-after.ts'
import type { UndoContext } from '../../platform/undo.ts'

export type PlanContext = UndoContext<Platform>

/** A stored event of this type. */
export type Recorded<T extends TournamentEvent['type']> = RecordedEvent<Extract<TournamentEvent, { type: T }>>

// Each function folds the first events of one stream, with `evolve` and `initialState` of a namespace such as `team`.
// The cast holds because only undos of events after a registration call this.
export const teamAfter = (events: readonly RecordedEvent[]) =>
  stateAfter<Team, TeamEvent>(team, events) as Exclude<Team, { status: 'unregistered' }>
export const poolsAfter = (events: readonly RecordedEvent[]) => stateAfter<Pools, PoolsEvent>(pools, events)
export const scheduleAfter = (events: readonly RecordedEvent[]) =>
  stateAfter<schedule.Schedule, ScheduleEvent>(schedule, events)
