import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decode } from '@ultimate/event-store/personal-data/event-codec.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Registry } from '@ultimate/event-store/registry.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import type { EventDefinitions } from '@ultimate/events/language/event.ts'
import { releasesEvents } from '@ultimate/events/releases/events.ts'
import { staffEvents } from '@ultimate/events/staff/events.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'

/** The name of a recorded event (`recorded/<name>.json` of its module); `data` is what differs from the recorded one. */
export type RecordedStep = string | { readonly event: string; readonly data?: object; readonly happenedAt?: string }

const id = (number: number) => `6f9619ff-8b86-4011-b42d-00c04fc96${number}`
const serving = {
  category: 'serving',
  name: 'Carving',
  description: 'Bring a knife.',
  teamRequirement: 4,
  maxSignups: 3,
  timeSlot: '18:30',
}
const plainDish = { category: 'dishes', name: 'Rolls', description: '', teamRequirement: 4, maxSignups: 9 }
const person = (name: string, email: string) => ({ name, email })
const signedUp = (number: number, data: object = {}): RecordedStep => ({
  event: 'SignedUp.v1',
  data: { signupId: id(number), ...data },
})
const moved = (dinner: number, to: object, minute: number): RecordedStep => ({
  event: 'DishMoved.v1',
  data: { dinner, to, at: `2025-11-23T00:${minute}:00.000Z` },
})

/** The one of `PasskeyAdded.v1.json`. */
const recordedPasskey = '5f1d0f6e-6a53-4c7e-8d0c-2b9f5a6f7e10'

const canaryEnded: RecordedStep = { event: 'PartRolledBack.v1', data: { to: '1.4.0', canary: true } }

/**
 * Streams as they might have come about, made of the events ever recorded: every version of every event, and what
 * leads each projection down each of its branches. The rows that they are folded into are compared with stored digests,
 * so an event that is recorded anew belongs into a stream of its own here.
 */
export const recordedStreams: Readonly<Record<string, readonly RecordedStep[]>> = {
  [`team-${id(401)}`]: ['TeamRegistered.v1', 'TeamConfirmed.v1', 'TeamMarkedPaid.v1'],
  [`team-${id(402)}`]: [
    ...['TeamRegistered.v2', 'TeamWaitlisted.v1', 'TeamMarkedPaid.v1', 'TeamMarkedUnpaid.v1', 'TeamConfirmed.v1'],
    'TeamWaitlisted.v1',
    'TeamStandingReset.v1',
  ],
  [`team-${id(403)}`]: [
    {
      event: 'TeamRegistered.v2',
      data: { teamName: 'Tom Sawyers', division: 'comp', alternate: null },
      happenedAt: '2025-09-01T12:00:00.000Z',
    },
  ],
  [`team-${id(404)}`]: [
    'TeamRegistered.v3',
    'TeamMarkedPaid.v1',
    'AddressConfirmed.v1',
    'TeamSeeded.v1',
    'TeamConfirmed.v2',
  ],
  [`team-${id(413)}`]: ['TeamRegistered.v4', 'TeamCorrected.v2', 'BidLinkRevoked.v1'],
  [`team-${id(421)}`]: ['TeamRegistered.v5', 'TeamMarkedPaid.v1'],
  [`team-${id(414)}`]: [
    'TeamRegistered.v4',
    'TeamNoteAdded.v1',
    { event: 'TeamCorrected.v2', data: { division: 'comp', reason: 'Typo' } },
    'TeamNoteRemoved.v1',
    'TeamNoteAdded.v1',
  ],
  [`team-${id(405)}`]: ['TeamRegistered.v3', 'TeamWaitlisted.v1'],
  [`team-${id(406)}`]: ['TeamRegistered.v3', 'TeamRemoved.v1'],
  [`team-${id(407)}`]: ['TeamRegistered.v3', 'TeamRemoved.v1', 'TeamRestored.v1'],
  [`team-${id(408)}`]: ['TeamRegistered.v3', 'TeamCorrected.v1', 'AddressConfirmed.v1', 'TeamWithdrawn.v1'],
  [`team-${id(409)}`]: ['TeamRegistered.v1', 'TeamWithdrawn.v1', 'TeamRestored.v1', 'TeamCorrected.v1'],
  'captain-becky': ['ConfirmationLinkRequested.v1'],
  'pools-comp': [
    ...['PoolsPublished.v1', 'PoolsSaved.v1', 'PoolsPublished.v1', 'PoolsPublished.v1', 'PoolsUnpublished.v1'],
    'PoolsPublished.v1',
    { event: 'PoolsSaved.v1', data: { pools: [] } },
  ],
  'pools-rec': [
    'PoolsSaved.v1',
    'PoolPlacesFreed.v1',
    'PoolsPublished.v1',
    { event: 'PoolsSaved.v1', data: { pools: [] } },
    'PoolsUnpublished.v1',
    'PoolsPutBack.v1',
  ],
  // The pools of a division that does not exist.
  'pools-mixed': ['PoolsSaved.v1'],
  'schedule-2025': [
    ...['ScheduleSettingsChanged.v1', 'ScheduleGenerated.v1', 'GamePlaced.v1', 'SchedulePublished.v1'],
    ...['ScheduleDelayed.v1', 'ScheduleDelayUndone.v1', 'ScheduleDelayed.v1', 'ScheduleDelayed.v1'],
    { event: 'GamePlaced.v1', data: { round: null, field: null } },
    ...['RoundCancelled.v1', 'RoundsShortened.v1'],
    ...['BracketMade.v1', 'BracketPosted.v1', 'TeamLeftGames.v1', 'BracketUnposted.v1'],
    { event: 'BracketMade.v1', data: { division: 'comp' } },
  ],
  'schedule-2026': ['SchedulePutBack.v1', 'SchedulePutBack.v2'],
  [`game-${id(801)}`]: ['ScoreEntered.v1', { event: 'ScoreEntered.v1', data: { side: 'away' } }],
  [`game-${id(802)}`]: [
    { event: 'ScoreEntered.v1', data: { side: 'away', home: 9, away: 11 } },
    'ScoreEntered.v1',
    'ResultDecided.v1',
    'ResultKept.v1',
    'ScoreEntered.v1',
  ],
  [`game-${id(803)}`]: ['GameForfeited.v1', 'ResultCleared.v1', 'ResultPutBack.v1', 'GameForfeited.v1'],
  'standings-2025': ['TiebreaksChanged.v1', 'TieDecided.v1', 'TieDecided.v1'],
  'standings-2026': ['TieDecided.v1', 'StandingsRulesPutBack.v1'],
  [`spirit-${id(801)}.${id(404)}`]: ['SpiritGiven.v1', { event: 'SpiritGiven.v1', data: { rules: 3, comment: '' } }],
  [`spirit-${id(802)}.${id(404)}`]: ['SpiritGiven.v1', 'SpiritTakenBack.v1'],
  [`invitation-${id(402)}`]: ['CaptainInvited.v1'],
  [`notice-${id(402)}`]: ['TeamChangeNoticed.v1'],
  'exports-teams': ['TeamsExported.v1'],
  'contacts-becky.2025-11-20T18': ['ContactsShown.v1'],

  [`slot-${id(411)}`]: ['SlotAdded.v1', signedUp(421), 'SlotChanged.v1', signedUp(422), 'SignupRemoved.v1'],
  [`slot-${id(412)}`]: [
    { event: 'SlotAdded.v1', data: { slot: serving } },
    signedUp(423, { teamId: id(402), person: person('Huck Finn', 'Huck@Example.ORG') }),
    { event: 'SignupRemoved.v1', data: { signupId: id(423) } },
    signedUp(424, { visitorId: 'v-2', person: person('Joe Harper', 'joe@example.org') }),
  ],
  [`slot-${id(413)}`]: [
    { event: 'SlotAdded.v1', data: { slot: plainDish } },
    signedUp(425),
    'WalkedIn.v1',
    { ...(signedUp(426) as object), event: 'SignedUp.v1', happenedAt: '2025-10-01T12:00:00.000Z' },
    { event: 'SlotDeleted.v1', data: { signupIds: [id(425), id(426)] } },
  ],
  [`slot-${id(414)}`]: [
    { event: 'SlotAdded.v1', data: { slot: plainDish } },
    { ...(signedUp(427) as object), event: 'SignedUp.v1', happenedAt: '2025-10-01T12:00:00.000Z' },
    { event: 'SlotChanged.v1', data: { slot: serving } },
  ],
  [`slot-${id(416)}`]: [
    ...['SlotAdded.v1', signedUp(452), { event: 'SignupRemoved.v1', data: { signupId: id(452) } }],
    { event: 'SignupRestored.v1', data: { signupId: id(452) } },
    { event: 'SignupCorrected.v1', data: { signupId: id(452), person: person('Huck Finn', 'Huck.F@Example.ORG') } },
  ],
  [`slot-${id(419)}`]: [
    ...['SlotAdded.v1', signedUp(458), 'WalkedIn.v1'],
    { event: 'SignupCorrected.v2', data: { signupId: id(458) } },
    {
      event: 'SignupCorrected.v2',
      data: { signupId: '6f9619ff-8b86-4011-b42d-00c04fc964ab', person: person('Polly', '') },
    },
  ],
  [`slot-${id(420)}`]: [
    { event: 'SlotAdded.v1', data: { slot: plainDish } },
    { event: 'SignedUp.v2', data: { signupId: id(459) } },
    { event: 'SignedUp.v2', data: { signupId: id(460) } },
    'WalkedIn.v2',
    { event: 'AllergensNamed.v1', data: { signupId: id(459) } },
    { event: 'AllergensNamed.v1', data: { signupId: '6f9619ff-8b86-4011-b42d-00c04fc964ab', allergens: [] } },
    { event: 'SignupRemoved.v1', data: { signupId: id(460) } },
    { event: 'AllergensNamed.v1', data: { signupId: id(460) } },
    { event: 'SignupRestored.v2', data: { signupId: id(460) } },
  ],
  [`disclosure-becky.${id(421)}.2025-11-20T18:04`]: ['SignupShown.v1'],
  'disclosure-exports': ['SignupsExported.v1'],
  [`notes-${id(421)}`]: ['SignupNoteAdded.v1', 'SignupNoteRemoved.v1', 'SignupNoteAdded.v1'],
  [`slot-${id(418)}`]: [{ event: 'SlotAdded.v1', data: { slot: { ...plainDish, unlisted: true } } }],
  'plan-becky': ['PlanChangeNoticed.v1'],
  [`slot-${id(417)}`]: [
    ...['SlotAdded.v1', signedUp(457), { event: 'SlotDeleted.v1', data: { signupIds: [id(457)] } }, 'SlotRestored.v1'],
    { event: 'SignupRestored.v1', data: { signupId: id(457) } },
  ],
  // An event after the end of a slot changes nothing.
  [`slot-${id(415)}`]: ['SlotAdded.v1', { event: 'SlotDeleted.v1', data: { signupIds: [] } }, 'SlotChanged.v1'],

  [`signup-${id(421)}`]: [
    ...['CheckedIn.v1', moved(1, { zone: 'warming', position: 2 }, 10), moved(1, { zone: 'buffet', position: 3 }, 15)],
    moved(1, { zone: 'buffet', position: 4 }, 20),
    ...['DishEmptied.v1', 'DishPutBack.v1', moved(1, { zone: 'holding' }, 30)],
  ],
  [`signup-${id(422)}`]: ['CheckedIn.v1', 'CheckInUndone.v1', 'CheckedIn.v1', 'DishMoved.v1', 'DishEmptied.v1'],
  [`signup-${id(423)}`]: ['SignupWithdrawn.v1'],
  [`signup-${id(424)}`]: [
    ...['CheckedIn.v1', 'DishMoved.v1', moved(2, { zone: 'buffet', position: 0 }, 40), 'DishEmptied.v1'],
    // A move of the first dinner that is stored during the second.
    moved(1, { zone: 'warming', position: 5 }, 41),
  ],
  [`signup-${id(425)}`]: ['CheckedIn.v1', 'CheckInUndone.v1', 'SignupWithdrawn.v1'],
  // It was carried back before, so that there is nothing to put back.
  [`signup-${id(426)}`]: [
    ...['CheckedIn.v1', 'DishMoved.v1', moved(1, { zone: 'warming', position: 1 }, 50), 'DishPutBack.v1'],
  ],
  [`signup-${id(428)}`]: ['SignupWithdrawn.v2'],
  [`signup-${id(427)}`]: ['CheckedIn.v1', 'CheckInUndone.v1', 'DishPutBack.v1'],
  // Devices whose clocks were wrong.
  [`signup-${id(429)}`]: [
    ...['CheckedIn.v2', 'CheckInUndone.v2', 'CheckedIn.v2', 'DishMoved.v2', 'DishEmptied.v2', 'DishPutBack.v2'],
  ],
  // Checked in before it was known that they were removed.
  // A phone that had no connection.
  [`signup-${id(456)}`]: [{ event: 'CheckedIn.v2', happenedAt: '2025-10-01T11:00:00.000Z' }],
  [`signup-${id(451)}`]: ['SignupWithdrawn.v2', 'RemovedSignupCheckedIn.v1'],
  [`signup-${id(452)}`]: ['SignupWithdrawn.v2', 'RemovedSignupCheckedIn.v1', 'ArrivalRestored.v1'],
  [`signup-${id(453)}`]: ['SignupWithdrawn.v2', 'RemovedSignupCheckedIn.v1', 'ArrivalDismissed.v1'],
  [`signup-${id(455)}`]: ['SignupWithdrawn.v2', 'SignupReinstated.v1', 'CheckedIn.v2'],
  [`signup-${id(457)}`]: [
    ...['CheckedIn.v2', moved(2, { zone: 'warming', position: 7 }, 42), 'SignupWithdrawn.v2'],
    {
      event: 'SignupReinstated.v1',
      data: {
        arrival: {
          category: 'dishes',
          at: '2025-11-23T00:05:00.000Z',
          standing: {
            dinner: 2,
            place: { zone: 'warming', position: 7 },
            stays: [],
            emptiedAt: null,
            since: '2025-11-23T00:42:00.000Z',
          },
        },
      },
    },
  ],
  [`signup-${id(454)}`]: ['SignupWithdrawn.v2', 'RemovedSignupCheckedIn.v1', 'CheckInUndone.v2'],

  dinner: [
    ...['LayoutChanged.v1', 'DinnerStarted.v1', 'DinnerFinished.v1', 'DinnerResumed.v1'],
    ...['DinnerFinished.v1', 'DinnerReset.v1', 'DinnerReverted.v1', 'DinnerFinished.v1', 'DinnerReset.v1'],
    { event: 'LayoutChanged.v1', data: { warmingSlots: 8, buffetSlots: 8 } },
    { event: 'DinnerStarted.v1', data: { dinner: 2, at: '2025-11-23T05:00:00.000Z' } },
  ],
  'visitor-v-1': [
    ...['SignupLinkRequested.v1', 'SignupsClaimed.v1'],
    { event: 'SignupsClaimed.v1', data: { contact: { email: 'Tom@Example.ORG' } } },
    'SignupsClaimed.v2',
  ],
  'volunteer-digest-1': ['VolunteerLinkRevoked.v1'],

  [`user-${id(431)}`]: [
    'UserAdded.v1',
    'UserSignedIn.v1',
    'ProfileChanged.v1',
    'PasswordChanged.v1',
    'UserSignedIn.v1',
    'UserSignedOut.v1',
    'DeviceSignedOut.v1',
    'TemporaryPasswordMade.v1',
    'PasswordReset.v1',
    ...['SecondFactorAdded.v1', 'RecoveryCodeUsed.v1', 'RecoveryCodesRenewed.v1'],
    ...['PasskeyAdded.v1', { event: 'UserSignedIn.v2', data: { passkeyId: recordedPasskey } }],
  ],
  [`user-${id(432)}`]: [
    {
      event: 'UserAdded.v1',
      data: {
        person: { username: 'Straße', fullName: 'Tom Sawyer', email: 'Tom@Example.ORG' },
        role: 'TD',
        verified: true,
      },
    },
    { event: 'ProfileChanged.v1', data: { person: { fullName: 'Thomas Sawyer', email: 'sawyer@example.org' } } },
  ],
  [`user-${id(433)}`]: ['UserAdded.v1', 'UserRemoved.v1', 'UserSignedIn.v1', 'ProfileChanged.v1'],
  [`user-${id(439)}`]: ['UserAdded.v1', 'UserRemoved.v1', 'UserRestored.v1'],
  [`user-${id(438)}`]: [
    {
      event: 'UserAdded.v1',
      data: {
        person: { username: 'huck', fullName: 'Huck', email: 'huck@example.org' },
        role: 'admin',
        verified: true,
      },
    },
    ...['SecondFactorAdded.v1', 'SecondFactorRemoved.v1', 'PasskeyAdded.v1', 'UserSignedIn.v2', 'PasskeyRemoved.v1'],
  ],
  access: [
    'SecondFactorRequired.v1',
    { event: 'SecondFactorRequired.v1', data: { role: 'TD' } },
    'SecondFactorMadeOptional.v1',
  ],
  [`attempt-${id(434)}`]: ['SignInFailed.v1'],
  [`attempt-${id(438)}`]: ['SignInFailed.v2'],
  [`attempt-${id(437)}`]: ['PasswordResetRequested.v1'],
  [`attempt-${id(435)}`]: ['AttemptRefused.v1', 'AttemptRefused.v2', 'AttemptRefused.v3'],
  [`attempt-${id(436)}`]: ['GateOpened.v1'],
  audit: ['AuditExported.v1'],
  forgetting: ['PersonForgotten.v1'],
  [`erasure-${id(461)}`]: ['ForgettingRequested.v1'],
  [`erasure-${id(462)}`]: ['ForgettingRequested.v1', 'ForgettingDeclined.v1'],
  replay: ['ReplayFinished.v1', 'ReplayFailed.v1'],

  'part-dinner': [
    ...['PartReleased.v1', 'ReleaseTokenIssued.v1', 'PartCanaryStarted.v1', 'PartActivated.v1'],
    ...['PartCanaryStarted.v1', canaryEnded, 'PartRolledBack.v1', 'ReleaseTokensEnded.v1'],
  ],
  'part-hello': [
    ...['PartAdded.v1', 'PartReleased.v1', 'PartActivated.v1'],
    { event: 'PartReleased.v1', data: { version: '1.5.0' } },
    { event: 'PartActivated.v1', data: { version: '1.5.0' } },
    ...['PartCanaryStarted.v1', { event: 'PartActivated.v1', data: { version: '1.5.0' } }, 'PartRolledBack.v1'],
    'ReleaseTokenIssued.v1',
  ],

  [`photo-${id(443)}`]: ['PhotoAdded.v2', 'PhotoRenamed.v2'],
  [`photo-${id(441)}`]: ['PhotoAdded.v1', 'PhotoRenamed.v1'],
  [`announcement-${id(471)}`]: ['AnnouncementPublished.v1', 'AnnouncementTakenBack.v1', 'AnnouncementPublished.v1'],
  [`announcement-${id(472)}`]: [
    { event: 'AnnouncementPublished.v1', data: { level: 'info', until: null, mail: [] } },
    'AnnouncementTakenBack.v1',
  ],
  'edition-2025': [
    'EditionSettingsChanged.v1',
    { event: 'EditionSettingsChanged.v1', data: { to: { capacity: 38 }, from: { capacity: 40 } } },
  ],
  'edition-2026': [
    ...['EditionStarted.v1', 'EditionPublished.v1', 'EditionUnpublished.v1', 'EditionPublished.v1'],
    { event: 'EditionSettingsChanged.v1', data: { to: { capacity: 38 }, from: { capacity: 40 } } },
  ],
  'edition-2027': ['EditionStarted.v1', 'EditionRemoved.v1'],
  [`message-${id(473)}`]: ['MessageSubmitted.v1', 'MessageSendingStarted.v1', 'MessageSent.v1'],
  [`message-${id(474)}`]: ['MessageSubmitted.v1', 'MessageCancelled.v1'],
  [`message-${id(475)}`]: ['MessageSubmitted.v1', 'MessageSendingStarted.v1'],
  'reminders-2025': [
    'ReminderSettingsChanged.v1',
    {
      event: 'ReminderSettingsChanged.v1',
      data: { kind: 'captains-unpaid', to: { paused: true }, from: { paused: false } },
    },
    'ReminderSendingStarted.v1',
    'ReminderSent.v1',
  ],
  [`unsubscription-${id(476)}`]: ['Unsubscribed.v1'],
  [`unsubscription-${id(477)}`]: ['Unsubscribed.v1', 'SubscribedAgain.v1'],
  [`photo-${id(442)}`]: ['PhotoAdded.v1', 'PhotoDeleted.v1', 'PhotoRenamed.v1'],
}

const definitions: EventDefinitions = { ...tournamentEvents, ...dinnerEvents, ...staffEvents, ...releasesEvents }
const registry: Pick<Registry, 'definitionOf'> = { definitionOf: (type) => definitions[type] }

const root = resolve(import.meta.dirname, '../../..')
export const recordedFiles = new Map(
  globSync('events/src/*/recorded/*.json', { cwd: root }).map((path) => [
    path.replace(/^.*\/|\.json$/g, ''),
    JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      type: string
      version: number
      data: Record<string, unknown>
    },
  ]),
)

export const nameOf = (step: RecordedStep): string => (typeof step === 'string' ? step : step.event)
const begin = Date.parse('2025-10-01T12:00:00.000Z')
const who = [
  { kind: 'visitor', id: 'v-1', name: null, role: null },
  { kind: 'staff', id: 'becky', name: 'Becky Thatcher', role: 'admin' },
] as const

/** The event as a reader of today gets it, an hour after the one before; of people who have been forgotten, or not. */
export function buildEvent(stream: string, step: RecordedStep, index: number, isForgotten: boolean): RecordedEvent {
  const recorded = recordedFiles.get(nameOf(step))
  if (!recorded) throw new Error(`There is no recorded ${nameOf(step)}`)
  const { data = {}, happenedAt = null } = typeof step === 'string' ? {} : step
  const { type, version: schemaVersion } = recorded
  const all: Record<string, unknown> = structuredClone({ ...recorded.data, ...data })
  for (const field in isForgotten ? definitions[type]?.personal : {}) if (all[field]) all[field] = { $sealed: '' }
  return {
    type,
    data: decode(registry as Registry, { type, schemaVersion, stream, data: all }, new Map()),
    metadata: {
      stream,
      version: index + 1,
      position: 0,
      at: new Date(begin + index * 3_600_000),
      happenedAt: happenedAt === null ? null : new Date(happenedAt),
      actor: who[index % 2] ?? who[0],
      correlationId: 'correlation',
      causationId: 'causation',
      edition: '2025',
    },
  }
}
