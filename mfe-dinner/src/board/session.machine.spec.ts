import type { SessionStep } from '@ultimate/events/dinner/session.ts'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { type SessionEvent, sessionMachine } from './session.machine.ts'

/** Returns the state of the machine after these events, and the steps that it sent. */
function after(...events: SessionEvent[]) {
  const sent: SessionStep[] = []
  const machine = sessionMachine.provide({ actions: { act: (_, { step }) => void sent.push(step) } })
  const actor = createActor(machine, { input: { next: 'start' } }).start()
  for (const event of events) actor.send(event)
  return [actor.getSnapshot().value, sent]
}
const [ask, confirm, cancel] = [{ type: 'ask' }, { type: 'confirm' }, { type: 'cancel' }] as const
const next = (step: SessionStep) => ({ type: 'next', step }) as const
const answered = (step: SessionStep) => ({ type: 'answered', step }) as const

describe('The session of the dinner', () => {
  it('asks before it acts, and sends each step once', () => {
    expect(after(confirm)).toEqual(['resting', []])
    expect(after(ask)).toEqual(['confirming', []])
    expect(after(ask, confirm, confirm, ask)).toEqual(['acting', ['start']])
  })

  it('rests after a cancel and after an answer', () => {
    expect(after(ask, cancel, confirm)).toEqual(['resting', []])
    expect(after(ask, confirm, cancel)).toEqual(['resting', ['start']])
    expect(after(ask, confirm, answered('start'))).toEqual(['resting', ['start']])
  })

  it('goes on to the next step only where the session did', () => {
    expect(after(ask, confirm, answered('start'), ask, confirm)).toEqual(['acting', ['start', 'start']])
    expect(after(ask, confirm, next('start'))).toEqual(['acting', ['start']])
    expect(after(ask, next('finish'))).toEqual(['resting', []])
    expect(after(ask, confirm, next('finish'), ask, confirm)).toEqual(['acting', ['start', 'finish']])
  })

  it('takes an answer about an earlier step for none about this one', () => {
    expect(after(ask, confirm, next('finish'), ask, confirm, answered('start'))).toEqual([
      'acting',
      ['start', 'finish'],
    ])
  })
})
