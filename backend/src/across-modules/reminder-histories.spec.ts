import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import type { ReminderEvent } from '@ultimate/events/staff/events.ts'
import {
  changeReminderDecider,
  evolve,
  finishReminderDecider,
  holdRemindersDecider,
  initialState,
  isDue,
  type ReminderKind,
  type RemindersState,
  reminderKinds,
  startReminderDecider,
} from '@ultimate/events/staff/reminder.ts'
import { expect, it } from 'vitest'
import {
  type Arrivals,
  type Fate,
  historyFacts,
  noArrivals,
  noteArrival,
  type Person,
  runHistory,
  type World,
} from './reminder-histories.fixture.ts'

const histories = 1_000
const year = 2025
const facts = historyFacts(year)

type MailState = 'waiting' | 'sending' | 'sent' | 'failed'
/** The contents of a backup: events, and the state of each email, by kind and person. */
interface Stored {
  readonly events: readonly ReminderEvent[]
  readonly mails: ReadonlyMap<string, MailState>
  readonly isIn: ReadonlySet<Person>
  readonly held: ReadonlySet<ReminderKind>
}

/** The real decisions over a log and a table of emails in memory, which behave as those of the database. */
function memoryWorld(arrivals: Arrivals): World {
  let stored: Stored = { events: [], mails: new Map(), isIn: new Set(), held: new Set() }
  let backedUp = stored
  const state = () => stored.events.reduce(evolve, initialState())
  /** The state that each backend read last: it may have changed since. */
  const known: [RemindersState, RemindersState] = [initialState(), initialState()]

  function append(events: readonly ReminderEvent[]): void {
    stored = { ...stored, events: [...stored.events, ...events] }
    for (const { type, data } of events)
      if (type === 'ReminderSendingStarted') plan(data.kind)
      else if (type === 'ReminderSettingsChanged' && data.to.paused === false) free(data.kind)
  }
  const free = (kind: ReminderKind) => {
    stored = { ...stored, held: new Set([...stored.held].filter((one) => one !== kind)) }
  }
  /** Plans the emails together with the event, in one statement; emails that are there stay. */
  function plan(kind: ReminderKind): void {
    const planned = [...stored.isIn].map((person) => [`${kind}/${person}`, 'waiting'] as const)
    stored = { ...stored, mails: new Map([...planned, ...stored.mails]) }
  }
  function settle(id: string, mail: MailState): void {
    stored = { ...stored, mails: new Map([...stored.mails, [id, mail]]) }
  }
  function attempt(decide: () => ReminderEvent[]): void {
    try {
      append(decide())
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
  const start = (kind: ReminderKind, by: 'time' | 'hand', now: Date) =>
    attempt(() => {
      const data = { kind, by, facts, recipients: stored.isIn.size }
      return [startReminderDecider.decide({ type: 'StartReminder', data, metadata: { now } }, state())].flat()
    })
  async function look(backend: 0 | 1, now: Date): Promise<void> {
    for (const kind of reminderKinds) if (isDue(kind, known[backend][kind], facts, now)) start(kind, 'time', now)
    known[backend] = state()
  }

  /** Sends one email; true if its backend ended meanwhile. */
  function hasEnded(id: string, kind: ReminderKind, nextFate: () => Fate): boolean {
    settle(id, 'sending')
    const person = id.slice(kind.length + 1) as Person
    const isIn = stored.isIn.has(person)
    const fate = isIn ? nextFate() : 'refused'
    if (fate === 'arrives' || fate === 'ends after') noteArrival(arrivals, kind, person, isIn)
    if (fate.startsWith('ends')) return true
    settle(id, fate === 'arrives' ? 'sent' : 'failed')
    return false
  }

  return {
    join: async (person) => {
      stored = { ...stored, isIn: new Set([...stored.isIn, person]) }
    },
    cancel: async (person) => {
      stored = { ...stored, isIn: new Set([...stored.isIn].filter((one) => one !== person)) }
    },
    look,
    lookTogether: async (now) => {
      known[0] = known[1] = state()
      await look(0, now)
      await look(1, now)
    },
    sendByHand: async (kind, now) => start(kind, 'hand', now),
    set: async (kind, settings, now) =>
      attempt(() =>
        [
          changeReminderDecider.decide(
            { type: 'ChangeReminder', data: { kind, settings, facts }, metadata: { now } },
            state(),
          ),
        ].flat(),
      ),
    mail: async (kind, now, nextFate) => {
      if (!stored.events.some(({ type, data }) => type === 'ReminderSendingStarted' && data.kind === kind)) return
      const ids = [...stored.mails.keys()].filter((id) => id.startsWith(`${kind}/`))
      for (const id of ids) if (stored.mails.get(id) === 'sending') settle(id, 'failed')
      for (const id of ids) if (stored.mails.get(id) === 'waiting' && hasEnded(id, kind, nextFate)) return
      const finish = { type: 'FinishReminder', data: { kind, sent: 0, failed: 0 }, metadata: { now } } as const
      append([finishReminderDecider.decide(finish, state())].flat())
    },
    replay: async () => {
      known[0] = known[1] = state()
    },
    backup: () => {
      // A backup holds sent emails as sent and all others as failed, as the table defines it.
      const mails = [...stored.mails].map(([id, mail]) => [id, mail === 'sent' ? mail : 'failed'] as const)
      backedUp = { ...stored, mails: new Map(mails) }
    },
    restore: async () => {
      stored = backedUp
      const hold = { type: 'HoldReminders', data: {}, metadata: { now: new Date(0) } } as const
      const held = [holdRemindersDecider.decide(hold, state())].flat()
      stored = { ...stored, held: new Set([...stored.held, ...held.map(({ data }) => data.kind)]) }
      append(held)
      known[0] = known[1] = state()
    },
    isHeld: async (kind) => stored.held.has(kind),
  }
}

it(`In ${histories} random histories each person gets each reminder at most once, and none after cancelling`, async () => {
  let mails = 0
  for (let number = 0; number < histories; number++) {
    const arrivals = noArrivals()
    await runHistory(memoryWorld(arrivals), arrivals, { random: seeded(seed + number), year })
    const twice = [...arrivals.counts].filter(([, count]) => count > 1).map(([name]) => name)
    expect([...twice, ...arrivals.wrong], `history ${number} of the seed ${seed}`).toEqual([])
    mails += arrivals.counts.size
  }
  // They are about something.
  expect(mails).toBeGreaterThan(histories)
})
