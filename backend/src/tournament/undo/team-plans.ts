import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import * as team from '@ultimate/events/tournament/bid.ts'
import { toForm } from '@ultimate/events/tournament/bid-contents.ts'
import type { PoolsEvent, TeamEvent } from '@ultimate/events/tournament/events.ts'
import { poolsStream } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import {
  freePlacesDecider,
  giveBackPlacesDecider,
  poolsEventsBeforeLoss,
} from '@ultimate/events/tournament/pools/lost-places.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import { buildStep, describeEmails, type ReasonAgainst, type UndoPlan, type UndoStep } from '../../platform/undo.ts'
import { type PlanContext, poolsAfter, type Recorded, teamAfter } from './plan-context.ts'

export async function planRemoveRegistered(
  { metadata: { stream, edition } }: RecordedEvent,
  { now }: PlanContext,
): Promise<UndoPlan> {
  return {
    steps: [
      buildRemoveStep(stream, 'The registration was undone.', now),
      // In both divisions, because staff may have moved the team to the other one since.
      ...divisions.map((division) => buildFreePlacesStep(poolsStream(division, edition), stream, now)),
    ],
  }
}

function planUpdateTeam(stream: string, data: team.UpdateTeam['data'], now: Date): UndoPlan {
  const command: team.UpdateTeam = { type: 'UpdateTeam', data, metadata: { now } }
  return { steps: [buildStep(team.updateTeamDecider, { stream, command })] }
}

export async function planResetStatus(
  { metadata: { stream } }: RecordedEvent,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan> {
  return planUpdateTeam(stream, { status: teamAfter(earlierEvents).bidStatus }, now)
}

export async function planResetPayment(
  { metadata: { stream } }: RecordedEvent,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan> {
  return planUpdateTeam(stream, { paid: teamAfter(earlierEvents).paid }, now)
}

export async function planResetSeed(
  { metadata: { stream } }: RecordedEvent,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan> {
  return planUpdateTeam(stream, { seed: team.seedOf(teamAfter(earlierEvents)) }, now)
}

const buildRemoveStep = (stream: string, reason: string, now: Date): UndoStep =>
  buildStep(team.removeTeamsDecider, { stream, command: { type: 'RemoveTeams', data: { reason }, metadata: { now } } })

const buildFreePlacesStep = (stream: string, ofTeam: string, now: Date): UndoStep =>
  buildStep(freePlacesDecider, {
    stream,
    command: { type: 'FreePlaces', data: { lostTeams: [team.teamIdOf(ofTeam)] }, metadata: { now } },
  })

/** Plans to restore a removed team, and its places in pools that are still free. */
export async function planRestoreTeam(event: RecordedEvent, context: PlanContext): Promise<UndoPlan> {
  const { stream } = event.metadata
  const command = { type: 'RestoreTeam', data: {}, metadata: { now: context.now } } as const
  return {
    steps: [buildStep(team.restoreTeamDecider, { stream, command }), ...(await buildGiveBackSteps(event, context))],
  }
}

/** Gives back the places that the event took from the team, in pools of the division that it had before. */
async function buildGiveBackSteps({ metadata }: RecordedEvent, context: PlanContext): Promise<UndoStep[]> {
  const { stream: ofTeam, edition, position } = metadata
  const teamId = team.teamIdOf(ofTeam)
  const stream = poolsStream(teamAfter(context.earlierEvents).division, edition)
  const history = (await context.reads.stream(stream)) as readonly RecordedEvent<PoolsEvent>[]
  const poolsEvents = poolsEventsBeforeLoss(history, teamId, position)
  if (poolsEvents === null) return []
  const poolsBeforeLoss = new Map([[teamId, poolsAfter(poolsEvents)]])
  const command = { type: 'GiveBackPlaces', data: { poolsBeforeLoss }, metadata: { now: context.now } } as const
  return [buildStep(giveBackPlacesDecider, { stream, command })]
}

/** Plans to undo only what this correction changed, so that later corrections stay. */
export async function planCorrectTeam(event: Recorded<'TeamCorrected'>, context: PlanContext): Promise<UndoPlan> {
  const { stream, edition } = event.metadata
  const { bid, division: oldDivision } = teamAfter(context.earlierEvents)
  // Undefined where the correction left the team in its division.
  const { division: newDivision } = event.data
  const [before, after] = [toForm(bid), toForm(event.data)]
  const corrected = (Object.keys(before) as (keyof typeof before)[]).filter((field) => before[field] !== after[field])
  const command = {
    type: 'CorrectTeam',
    data: {
      ...Object.fromEntries(corrected.map((field) => [field, before[field]])),
      division: newDivision && oldDivision,
    },
    metadata: { now: context.now },
  } as const
  const placeSteps = newDivision
    ? [
        buildFreePlacesStep(poolsStream(newDivision, edition), stream, context.now),
        ...(await buildGiveBackSteps(event, context)),
      ]
    : []
  return {
    steps: [buildStep(team.correctTeamDecider, { stream, command }), ...placeSteps],
    consequences: [describeCaptainMail(context)],
  }
}

export async function planRemoveTeamAgain(
  { metadata: { stream, edition } }: RecordedEvent,
  context: PlanContext,
): Promise<UndoPlan> {
  const { earlierEvents, now } = context
  const lastRemoval = (earlierEvents as readonly RecordedEvent<TeamEvent>[]).findLast(
    (event) => event.type === 'TeamRemoved' || event.type === 'TeamWithdrawn',
  )
  const isByStaff = lastRemoval?.type === 'TeamRemoved'
  const removal = isByStaff
    ? buildRemoveStep(stream, lastRemoval.data.reason, now)
    : buildStep(team.withdrawTeamDecider, { stream, command: { type: 'WithdrawTeam', data: {}, metadata: { now } } })
  const freePlaces = buildFreePlacesStep(poolsStream(teamAfter(earlierEvents).division, edition), stream, now)
  return { steps: [removal, freePlaces], consequences: isByStaff ? [] : [describeCaptainMail(context)] }
}

export async function planRemoveNote(
  { data: { noteId }, metadata: { stream } }: Recorded<'TeamNoteAdded'>,
  { now }: PlanContext,
): Promise<UndoPlan> {
  const command = { type: 'RemoveNote', data: { noteId }, metadata: { now } } as const
  return { steps: [buildStep(team.removeNoteDecider, { stream, command })] }
}

export async function planAddNote(
  { data: { noteId }, metadata: { stream } }: Recorded<'TeamNoteRemoved'>,
  { earlierEvents, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const text = teamAfter(earlierEvents).notes.find(({ id }) => id === noteId)?.text ?? ''
  if (text === '') return 'The captain it was about has been forgotten.'
  const command = { type: 'AddNote', data: { noteId, text }, metadata: { now } } as const
  return { steps: [buildStep(team.addNoteDecider, { stream, command })] }
}

const describeCaptainMail = ({ platform }: PlanContext): string =>
  describeEmails(platform.configuration, 'The captain gets an email that says so.', 'the captain')
