import { allEvents } from '@ultimate/events/all-events.ts'
import { type Description, describeEvent, type PastEvent } from '@ultimate/events/language/sentence/sentence.ts'
import { describe, expect, it } from 'vitest'
import { buildEvent, recordedStreams } from './recorded-streams.fixture.ts'

const begins = 'Nothing was there before it.'
const happens = 'It happened, and changes nothing that could be otherwise afterwards.'
const secret = 'What it replaces is a secret, and no fact.'

/** The events that the audit describes without an earlier state, each with the reason. */
const withoutBefore: Readonly<Record<string, string>> = {
  TeamRegistered: begins,
  ConfirmationLinkRequested: happens,
  TeamNoteAdded: begins,
  SignupNoteAdded: begins,
  TeamsExported: happens,
  ContactsShown: happens,
  SlotAdded: begins,
  SignedUp: begins,
  WalkedIn: begins,
  SignupLinkRequested: happens,
  SignupsClaimed: happens,
  SignupShown: happens,
  SignupsExported: happens,
  UserAdded: begins,
  UserSignedIn: happens,
  UserSignedOut: happens,
  DeviceSignedOut: happens,
  PasswordChanged: secret,
  PasswordReset: secret,
  TemporaryPasswordMade: secret,
  RecoveryCodeUsed: secret,
  RecoveryCodesRenewed: secret,
  PasskeyAdded: begins,
  SignInFailed: happens,
  PasswordResetRequested: happens,
  AttemptRefused: happens,
  GateOpened: happens,
  AuditExported: happens,
  ReplayFinished: happens,
  ReplayFailed: happens,
  PersonForgotten: 'What was known of them can no longer be read.',
  ForgettingRequested: begins,
  PhotoAdded: begins,
  MessageSubmitted: begins,
  Unsubscribed: begins,
  PartAdded: begins,
  PartReleased: begins,
  ReleaseTokenIssued: begins,
}

const recorded = Object.entries(recordedStreams).map(
  ([stream, steps]) =>
    [stream, steps.map((step, index) => buildEvent(stream, step, index, false) as PastEvent)] as const,
)
const findFacts = (stream: string): readonly PastEvent[] => recorded.find(([name]) => name === stream)?.[1] ?? []

const told = recorded.flatMap(([stream, facts]) =>
  facts.flatMap((fact, index): (Description & { type: string })[] => {
    const description = describeEvent(allEvents, fact, { stream, earlier: facts.slice(0, index), of: findFacts })
    return description ? [{ type: fact.type, ...description }] : []
  }),
)

describe('The audit tells what was before', () => {
  it.each(Object.keys(allEvents))('%s', (type) => {
    const befores = told.filter((one) => one.type === type).map(({ was }) => was)
    if (type in withoutBefore) expect(new Set(befores)).toEqual(new Set([undefined]))
    else expect(befores, `One is missing of ${type}, or its reason here.`).toContainEqual(expect.stringMatching(/./))
  })

  it('and says nothing where it would say nothing', () => expect(told.filter(({ was }) => was === '')).toEqual([]))

  it.each(Object.keys(withoutBefore))('with reasons for events that there are: %s', (type) =>
    expect(allEvents).toHaveProperty(type),
  )
})
