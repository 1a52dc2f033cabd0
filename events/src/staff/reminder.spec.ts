import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from '../language/decider-specification.fixture.ts'
import { DomainError } from '../language/domain-error.ts'
import { type FactsOfYear, factsOf2025 } from '../language/edition-facts.ts'
import type { ReminderEvent } from './events.ts'
import {
  type ChangeReminder,
  changeReminderDecider,
  computeTimes,
  evolve,
  type FinishReminder,
  finishReminderDecider,
  type HoldReminders,
  holdRemindersDecider,
  initialState,
  isDue,
  isMissed,
  isReminderKind,
  listNewlyDue,
  type ReminderChange,
  type ReminderKind,
  remindersStream,
  type StartReminder,
  startReminderDecider,
  yearOfReminders,
} from './reminder.ts'
import { describeReminder, writeReminder } from './reminder-words.ts'

const facts: FactsOfYear = { year: 2025, ...factsOf2025, fee: '$300 per team', fee_deadline: '2025-11-15' }
/** Nine in the morning at the venue, two days before the dinner. */
const due = new Date('2025-11-20T15:00:00Z')
const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)
const metadata = { now: minutesAfter(due, -24 * 60) }

const changed = (
  to: ReminderChange,
  from: ReminderChange,
  kind: ReminderKind = 'volunteers-before',
): ReminderEvent => ({
  type: 'ReminderSettingsChanged',
  data: { kind, to, from },
})
const started: ReminderEvent = {
  type: 'ReminderSendingStarted',
  data: { kind: 'volunteers-before', recipients: 2 },
}
const sent: ReminderEvent = { type: 'ReminderSent', data: { kind: 'volunteers-before', sent: 1, failed: 1 } }
const after = (...events: ReminderEvent[]) => events.reduce(evolve, initialState())['volunteers-before']
const isError = (code: string) => (error: DomainError) => error.code === code

describe('The times of reminders', () => {
  const at = (kind: ReminderKind, of: FactsOfYear) => computeTimes(kind, of)?.at.toISOString()
  it('follow from the dates of the edition, at nine at the venue', () => {
    expect(at('volunteers-before', facts)).toBe('2025-11-20T15:00:00.000Z')
    expect(at('volunteers-day', facts)).toBe('2025-11-22T15:00:00.000Z')
    expect(at('captains-unpaid', facts)).toBe('2025-11-08T15:00:00.000Z')
    expect(at('volunteers-before', { ...facts, first_day: '2026-07-04' })).toBe('2026-07-02T14:00:00.000Z')
  })

  it('are none where there is nothing to pay, or no day to pay by', () => {
    expect(computeTimes('captains-unpaid', { ...facts, fee_deadline: null })).toBeNull()
    expect(computeTimes('captains-unpaid', { ...facts, fee: '' })).toBeNull()
  })

  it('have come for twelve hours, and not after what they remind of', () => {
    const dueAt = (moment: Date, kind: ReminderKind = 'volunteers-before', state = after()) =>
      isDue(kind, state, facts, moment)
    expect([-1, 0, 719, 720].map((minutes) => dueAt(minutesAfter(due, minutes)))).toEqual([false, true, true, false])
    const dinner = new Date('2025-11-23T00:00:00Z')
    expect(dueAt(minutesAfter(dinner, -1), 'volunteers-day')).toBe(true)
    expect(dueAt(dinner, 'volunteers-day')).toBe(false)
    expect(isMissed('volunteers-day', after(), facts, minutesAfter(dinner, -1))).toBe(false)
    expect(isMissed('volunteers-day', after(), facts, dinner)).toBe(true)
  })

  it('have not come while it is paused, and are over once it is sent', () => {
    const paused = changed({ paused: true }, { paused: false })
    const resumed = changed({ paused: false }, { paused: true })
    const dueAfter = (...events: ReminderEvent[]) =>
      isDue('volunteers-before', after(...events), facts, minutesAfter(due, 60))
    expect([dueAfter(), dueAfter(paused), dueAfter(paused, resumed)]).toEqual([true, false, true])
    expect([dueAfter(started), dueAfter(started, sent)]).toEqual([false, false])
    expect(isMissed('volunteers-before', after(started), facts, minutesAfter(due, 9_999))).toBe(false)
  })

  it('are others where a director set one, for any dates', () => {
    const later = changed({ at: '2025-11-21T18:00:00.000Z' }, { at: null })
    const dueAt = (moment: string) => isDue('volunteers-before', after(later), facts, new Date(moment))
    expect([dueAt('2025-11-20T16:00:00Z'), dueAt('2025-11-21T18:00:00Z')]).toEqual([false, true])
  })

  it('of an edition that is over have passed long ago', () => {
    const now = new Date('2026-11-26T15:00:00Z')
    for (const kind of ['volunteers-before', 'volunteers-day', 'captains-unpaid'] as const)
      expect(isDue(kind, after(), facts, now)).toBe(false)
  })

  it('may come at once with other dates, which is known before those are set', () => {
    const before = { ...facts, fee_deadline: null, first_day: '2025-11-29' }
    const newly = (now: Date) => listNewlyDue(initialState(), { before, after: facts }, now)
    expect(newly(minutesAfter(due, 60))).toEqual(['volunteers-before'])
    expect(newly(minutesAfter(due, -60))).toEqual([])
    expect(listNewlyDue(initialState(), { before: facts, after: facts }, minutesAfter(due, 60))).toEqual([])
    expect(newly(new Date('2025-11-08T16:00:00Z'))).toEqual(['captains-unpaid'])
  })

  it('belong to one stream of each edition', () => {
    expect(yearOfReminders(remindersStream(2026))).toBe('2026')
    expect([isReminderKind('volunteers-day'), isReminderKind('volunteers')]).toEqual([true, false])
  })
})

describe('Setting a reminder', () => {
  const given = DeciderSpecification.for(changeReminderDecider)
  const set = (settings: ReminderChange, of = facts): ChangeReminder => ({
    type: 'ChangeReminder',
    data: { kind: 'volunteers-before', settings, facts: of },
    metadata,
  })
  const at = '2025-11-21T18:00:00.000Z'

  it('stores what differs, with what it was', () => {
    given([])
      .when(set({ at, paused: false, extra: 'Bring a spoon' }))
      .then([changed({ at, extra: 'Bring a spoon' }, { at: null, extra: '' })])
    given([changed({ at }, { at: null })])
      .when(set({ at: null }))
      .then([changed({ at: null }, { at })])
  })

  it('changes nothing where all is so already, also where its time has passed', () => {
    given([])
      .when(set({ paused: false, extra: '' }))
      .thenNothingHappened()
    given([changed({ at: '2025-11-10T18:00:00.000Z' }, { at: null })])
      .when(set({ at: '2025-11-10T18:00:00.000Z' }))
      .thenNothingHappened()
    given([started, sent])
      .when(set({ at: null }))
      .thenNothingHappened()
  })

  it.each([
    ['that has passed', '2025-11-19T15:00:00.000Z', facts],
    ['after the dinner begins', '2025-11-23T00:00:00.000Z', facts],
  ])('refuses a time %s', (_, moment, of) =>
    given([])
      .when(set({ at: moment }, of))
      .thenThrows(DomainError, isError('INVALID_FIELDS')),
  )

  it('refuses a time where there is nothing to remind of', () => {
    const command = set({ at }, { ...facts, fee: '' })
    given([])
      .when({ ...command, data: { ...command.data, kind: 'captains-unpaid' } })
      .thenThrows(DomainError, isError('INVALID_FIELDS'))
  })

  it('is refused once it is sent', () => {
    given([started])
      .when(set({ paused: true }))
      .thenThrows(DomainError, isError('REMINDER_SENT'))
    given([started, sent])
      .when(set({ extra: 'Late' }))
      .thenThrows(DomainError, isError('REMINDER_SENT'))
  })
})

describe('Sending a reminder', () => {
  const given = DeciderSpecification.for(startReminderDecider)
  const start = (by: 'time' | 'hand', now: Date, more: Partial<StartReminder['data']> = {}): StartReminder => ({
    type: 'StartReminder',
    data: { kind: 'volunteers-before', facts, recipients: 2, by, ...more },
    metadata: { now },
  })
  const paused = changed({ paused: true }, { paused: false })

  it('begins once when its time has come', () => {
    given([]).when(start('time', due)).then([started])
    given([started]).when(start('time', due)).thenNothingHappened()
    given([started, sent]).when(start('time', due)).thenNothingHappened()
  })

  it('does not begin before, much later, while it is paused, and where no one would get it', () => {
    given([])
      .when(start('time', minutesAfter(due, -1)))
      .thenNothingHappened()
    given([])
      .when(start('time', minutesAfter(due, 720)))
      .thenNothingHappened()
    given([paused]).when(start('time', due)).thenNothingHappened()
    given([])
      .when(start('time', due, { recipients: 0 }))
      .thenNothingHappened()
  })

  it('begins at once by hand, also before its time, after it, and while it is paused', () => {
    given([])
      .when(start('hand', minutesAfter(due, -9_999)))
      .then([started])
    given([paused])
      .when(start('hand', minutesAfter(due, 1_440)))
      .then([started])
  })

  it('is refused a second time, too late, without anyone, and where there is nothing to pay', () => {
    given([started]).when(start('hand', due)).thenThrows(DomainError, isError('REMINDER_SENT'))
    given([])
      .when(start('hand', new Date('2025-11-23T00:00:00Z')))
      .thenThrows(DomainError, isError('REMINDER_TOO_LATE'))
    given([])
      .when(start('hand', due, { recipients: 0 }))
      .thenThrows(DomainError, isError('NO_RECIPIENTS'))
    given([])
      .when(start('hand', due, { kind: 'captains-unpaid', facts: { ...facts, fee: '' } }))
      .thenThrows(DomainError, isError('REMINDER_WITHOUT_DEADLINE'))
  })

  it('ends once', () => {
    const finish: FinishReminder = {
      type: 'FinishReminder',
      data: { kind: 'volunteers-before', sent: 1, failed: 1 },
      metadata,
    }
    const finishing = DeciderSpecification.for(finishReminderDecider)
    finishing([started]).when(finish).then([sent])
    finishing([started, sent]).when(finish).thenNothingHappened()
    finishing([]).when(finish).thenNothingHappened()
  })
})

describe('After a restore', () => {
  it('all that are not sent are paused, also those that were', () => {
    const hold: HoldReminders = { type: 'HoldReminders', data: {}, metadata }
    const given = DeciderSpecification.for(holdRemindersDecider)
    const held = (kind: ReminderKind) => changed({ paused: true }, { paused: false }, kind)
    given([started])
      .when(hold)
      .then([held('volunteers-day'), held('captains-unpaid')])
    given([started, held('volunteers-day')])
      .when(hold)
      .then([changed({ paused: true }, { paused: true }, 'volunteers-day'), held('captains-unpaid')])
  })
})

describe('What the audit says of a reminder', () => {
  it('names what was set and what it was', () => {
    expect(describeReminder('volunteers-day', { to: { paused: true }, from: { paused: false } })).toEqual({
      text: 'paused the reminder to volunteers on the day of the dinner',
      was: 'planned',
    })
    expect(describeReminder('captains-unpaid', { to: { at: null }, from: { at: '2025-11-08T18:00:00.000Z' } })).toEqual(
      {
        text: 'set the time of the reminder to captains who have not paid to its usual time',
        was: 'Saturday, November 8, 2025 at 12:00 PM CST',
      },
    )
    const both = { to: { paused: false, extra: 'Hi' }, from: { paused: true, extra: '' } }
    expect(describeReminder('volunteers-before', both)).toEqual({
      text: 'resumed the reminder to volunteers before the dinner, and set the extra line of the reminder to volunteers before the dinner to “Hi”',
      was: 'paused, nothing',
    })
  })

  it('writes its state', () => {
    expect(writeReminder(after())).toBe('planned, at its usual time')
    expect(writeReminder(after(changed({ paused: true, extra: 'Hi' }, {})))).toBe(
      'paused, at its usual time, with “Hi”',
    )
    expect([writeReminder(after(started)), writeReminder(after(started, sent))]).toEqual(['being sent', 'sent'])
  })
})
