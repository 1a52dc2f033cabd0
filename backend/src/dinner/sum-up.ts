import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { DinnerEvent, SessionEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { lazily } from '@ultimate/events/language/lazily.ts'
import {
  buildLine,
  byStream,
  type ChangeSummary,
  counted,
  findNetChange,
  formatNames,
  type ReadEarlier,
  type SumUp,
} from '../platform/changes.ts'
import { findLateReceipt } from './read/check-ins.view.ts'

/** Sums up sign-ups in one line, slots in another, and the evening itself in a third. */
export const sumUpDinner: SumUp = async (events, earlier) => {
  const ofCategory = (category: string) =>
    (events as readonly RecordedEvent<DinnerEvent>[]).filter(({ metadata }) => categoryOf(metadata.stream) === category)
  const bySlot = byStream(ofCategory('slot') as readonly RecordedEvent<SlotEvent>[])
  return [
    ...(await sumUpSignups(bySlot, earlier)),
    ...sumUpSlots(bySlot),
    ...sumUpEvening(
      byStream(ofCategory('signup') as readonly RecordedEvent<SignupEvent>[]),
      ofCategory('dinner') as readonly RecordedEvent<SessionEvent>[],
    ),
  ]
}

type EventsBySlot = ReadonlyMap<string, readonly RecordedEvent<SlotEvent>[]>

async function sumUpSignups(bySlot: EventsBySlot, earlier: ReadEarlier): Promise<ChangeSummary[]> {
  const numbers = { dishes: { here: 0, gone: 0 }, serving: { here: 0, gone: 0 } }
  const touched = new Set<string>()
  let eventCount = 0
  for (const [stream, events] of bySlot) {
    const netChanges = [...collectPresence(events)].flatMap(([, { sides, lastIndex }]) => {
      const side = findNetChange(sides)
      return side ? [{ side, lastIndex }] : []
    })
    const readBefore = lazily(() => readDefinitionBefore(stream, events, earlier))
    for (const { side, lastIndex } of netChanges) {
      // The definition as of this sign-up, because staff may change the category while the slot has no sign-ups.
      const definition = events.slice(0, lastIndex).findLast(isDefinition) ?? (await readBefore())
      numbers[definition?.data.slot.category ?? 'dishes'][side] += 1
    }
    if (netChanges.length > 0) touched.add(stream)
    eventCount += netChanges.length
  }
  return buildLine({
    phrases: [
      counted(numbers.dishes.here, 'dish signed up', 'dishes signed up'),
      counted(numbers.dishes.gone, 'dish gone', 'dishes gone'),
      counted(numbers.serving.here, 'server signed up', 'servers signed up'),
      counted(numbers.serving.gone, 'server gone', 'servers gone'),
    ],
    facts: eventCount,
    streams: touched,
  })
}

interface Presence {
  readonly sides: readonly ('here' | 'gone')[]
  /** The index of the last of these events among those of the slot. */
  readonly lastIndex: number
}

/** Returns how each sign-up of a slot came and went, by its id. */
function collectPresence(events: readonly RecordedEvent<SlotEvent>[]): Map<string, Presence> {
  const presences = new Map<string, Presence>()
  for (const [lastIndex, { type, data }] of events.entries()) {
    const add = (id: string, side: 'here' | 'gone') =>
      presences.set(id, { sides: [...(presences.get(id)?.sides ?? []), side], lastIndex })
    switch (type) {
      case 'SignedUp':
      case 'SignupRestored':
      case 'WalkedIn':
        add(data.signupId, 'here')
        break
      case 'SignupRemoved':
        add(data.signupId, 'gone')
        break
      case 'SlotDeleted':
        for (const id of data.signupIds) add(id, 'gone')
    }
  }
  return presences
}

async function readDefinitionBefore(
  stream: string,
  [first]: readonly RecordedEvent<SlotEvent>[],
  earlier: ReadEarlier,
): Promise<RecordedEvent<Definition> | null> {
  const event = await earlier({ stream, types: definitions, before: first?.metadata.position ?? 0 })
  return isDefinition(event) ? event : null
}
const definitions = ['SlotAdded', 'SlotChanged'] satisfies SlotEvent['type'][]
type Definition = Extract<SlotEvent, { type: (typeof definitions)[number] }>
const isDefinition = (event: RecordedEvent | null | undefined): event is RecordedEvent<Definition> =>
  event?.type === 'SlotAdded' || event?.type === 'SlotChanged'

function sumUpSlots(bySlot: EventsBySlot): ChangeSummary[] {
  const numbers = { added: 0, changed: 0, deleted: 0 }
  const touched = new Set<string>()
  let eventCount = 0
  for (const [stream, events] of bySlot) {
    const types = events.map(({ type }) => type).filter((type) => slotChanges.includes(type))
    const sides = types.flatMap((type) => slotSides[type] ?? [])
    const side = findNetChange(sides)
    // A slot that was added and deleted, or deleted and restored, is as before.
    const isAsBefore = sides.length > 0 && side === null
    if (types.length === 0 || isAsBefore) continue
    numbers[side ?? 'changed'] += 1
    touched.add(stream)
    eventCount += types.length
  }
  return buildLine({
    phrases: [
      counted(numbers.added, 'slot added', 'slots added'),
      counted(numbers.changed, 'slot changed', 'slots changed'),
      counted(numbers.deleted, 'slot deleted', 'slots deleted'),
    ],
    facts: eventCount,
    streams: touched,
  })
}
const slotSides: Partial<Record<SlotEvent['type'], 'added' | 'deleted'>> = {
  SlotAdded: 'added',
  SlotRestored: 'added',
  SlotDeleted: 'deleted',
}
const slotChanges: readonly SlotEvent['type'][] = ['SlotAdded', 'SlotChanged', 'SlotDeleted', 'SlotRestored']

type EventsBySignup = ReadonlyMap<string, readonly RecordedEvent<SignupEvent>[]>

function sumUpEvening(
  bySignup: EventsBySignup,
  sessionEvents: readonly RecordedEvent<SessionEvent>[],
): ChangeSummary[] {
  const numbers = { in: 0, out: 0, moved: 0, late: 0 }
  const touched = new Set<string>()
  let eventCount = 0
  for (const [stream, events] of bySignup) {
    const netCheckIn = findNetChange(events.flatMap(({ type }) => checkInSides[type] ?? []))
    const hasMoved = events.some(({ type }) => moves.includes(type))
    if (netCheckIn) numbers[netCheckIn] += 1
    if (hasMoved) numbers.moved += 1
    if (!netCheckIn && !hasMoved) continue
    numbers.late += events.filter(({ metadata }) => findLateReceipt(metadata) !== null).length
    touched.add(stream)
    eventCount += events.length
  }
  const lastStep = sessionEvents.findLast(({ type }) => phases[type] !== undefined)
  if (lastStep) touched.add(lastStep.metadata.stream)
  const by = lastStep ? formatNames([lastStep]) : ''
  return buildLine({
    phrases: [
      counted(numbers.in, 'checked in', 'checked in'),
      counted(numbers.out, 'check-in undone', 'check-ins undone'),
      counted(numbers.moved, 'dish moved', 'dishes moved'),
      counted(numbers.late, 'received late', 'received late'),
      lastStep ? `dinner ${phases[lastStep.type]}${by && ` by ${by}`}` : null,
    ],
    facts: eventCount + sessionEvents.length,
    streams: touched,
  })
}

const checkInSides: Partial<Record<SignupEvent['type'], 'in' | 'out'>> = { CheckedIn: 'in', CheckInUndone: 'out' }
const moves: readonly SignupEvent['type'][] = ['DishMoved', 'DishEmptied', 'DishPutBack']
const phases: Partial<Record<SessionEvent['type'], string>> = {
  DinnerStarted: 'started',
  DinnerFinished: 'finished',
  DinnerResumed: 'resumed',
  DinnerReset: 'reset',
  DinnerReverted: 'set back',
}
