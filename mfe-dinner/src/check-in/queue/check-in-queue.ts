import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import { type Attempt, checkInMachine, type Outcome } from './machine.ts'

/** What this device shows of one sign-up in place of the server's state. */
export interface Mark {
  /** Which list it is shown in. */
  readonly checkedIn: boolean
  readonly isOnItsWay: boolean
  /** Time of the press, until the server has answered; ISO. */
  readonly at: string | null
  /** Why the attempt failed. */
  readonly sentence: string | null
}
export type Marks = ReadonlyMap<string, Mark>

export interface QueueState {
  readonly marks: Marks
  /** The sign-up that was last checked in here. */
  readonly lastId: string | null
}

/** The check-ins of this device that are under way or have failed. */
export interface CheckInQueue {
  readonly state: () => QueueState
  readonly subscribe: (listener: () => void) => () => void
  readonly press: (signup: Signup, checkedIn: boolean) => void
  readonly dismiss: () => void
  /** Takes the server's current list. */
  readonly update: (signups: readonly Signup[]) => void
}

interface QueueEffects {
  readonly perform: (attempt: Attempt) => Promise<Outcome>
  readonly newKey: () => string
  readonly now: () => Date
  /** Called when an attempt fails while no component subscribes. */
  readonly onUnseenFailure: (sentence: string) => void
}

type RowActor = ActorRefFrom<typeof checkInMachine>

/** Runs one machine for each sign-up with an attempt; a settled one needs none. */
export function createCheckInQueue({ perform, newKey, now, onUnseenFailure }: QueueEffects): CheckInQueue {
  const machine = checkInMachine.provide({
    actors: { perform: fromPromise<Outcome, Attempt>(({ input }) => perform(input)) },
  })
  const actors = new Map<string, RowActor>()
  const listeners = new Set<() => void>()
  let state: QueueState = { marks: new Map(), lastId: null }

  const change = (next: QueueState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const settle = (id: string) => {
    actors.get(id)?.stop()
    actors.delete(id)
  }
  const show = (id: string, actor: RowActor) => {
    const marks = new Map(state.marks)
    const mark = markOf(actor)
    if (mark) marks.set(id, mark)
    else {
      settle(id)
      marks.delete(id)
    }
    if (mark?.sentence && listeners.size === 0) onUnseenFailure(mark.sentence)
    change({ ...state, marks })
  }
  const actorOf = ({ id, checked_in: checkedIn }: Signup): RowActor => {
    const known = actors.get(id)
    if (known) return known
    const actor = createActor(machine, { input: { signupId: id, checkedIn } })
    actors.set(id, actor)
    actor.start()
    actor.subscribe(() => show(id, actor))
    return actor
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    press(signup, checkedIn) {
      if (checkedIn) state = { ...state, lastId: signup.id }
      actorOf(signup).send({ type: checkedIn ? 'check in' : 'undo', key: newKey(), at: now().toISOString() })
    },
    dismiss() {
      state = { ...state, lastId: null }
      for (const actor of [...actors.values()]) actor.send({ type: 'dismiss' })
      change(state)
    },
    update(signups) {
      if (actors.size === 0) return
      for (const { id, checked_in: checkedIn } of signups) actors.get(id)?.send({ type: 'update', checkedIn })
      const here = new Set(signups.map(({ id }) => id))
      const gone = [...actors].filter(([id, actor]) => !here.has(id) && !actor.getSnapshot().hasTag('on its way'))
      for (const [id] of gone) settle(id)
      if (gone.length > 0) change({ ...state, marks: new Map([...state.marks].filter(([id]) => actors.has(id))) })
    },
  }
}

function markOf(actor: RowActor): Mark | null {
  const snapshot = actor.getSnapshot()
  const isOnItsWay = snapshot.hasTag('on its way')
  if (!isOnItsWay && !snapshot.hasTag('failed')) return null
  const { attempt, sentence } = snapshot.context
  return { checkedIn: snapshot.hasTag('checked in'), isOnItsWay, at: attempt?.at ?? null, sentence }
}
