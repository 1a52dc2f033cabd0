import { act, renderHook } from '@testing-library/react'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { isUnderWay } from '@ultimate/kit/request/use-command.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signUpForm } from '../volunteers/person.ts'
import { type ShownSignup, undoMs, useSlotCommands } from './use-slot-commands.ts'

const person = { name: 'Becky', email: 'becky@example.org', captainId: 'team' }
const tom = { ...person, name: 'Tom' }
const signup: ShownSignup = {
  id: 'signup',
  person_name: 'Becky',
  email: 'becky@example.org',
  captain_id: 'team',
  checked_in: false,
}
const server = stubServer()

/** The requests that arrived and wait for their answers, in this order. */
let waiting: { readonly key: string; readonly method: string; readonly body: unknown; settle: Settle }[] = []
type Settle = PromiseWithResolvers<Response>
/** The keys under which the server did something. */
let done: Map<string, string>
let slots = 0

beforeEach(() => {
  vi.useFakeTimers()
  signUpForm.opened()
  waiting = []
  done = new Map()
  slots++
  server.mockImplementation((path, init) => {
    if (path === '/healthz') return Promise.resolve(new Response('ok'))
    const settle = Promise.withResolvers<Response>()
    const { method = 'GET', headers, body } = init ?? {}
    const key = new Headers(headers).get('idempotency-key') ?? ''
    const request = { key, method, body: JSON.parse(String(body ?? 'null')), settle }
    waiting.push(request)
    return settle.promise
  })
})
afterEach(() => {
  setOnline(true)
  vi.useRealTimers()
})

const setOnline = (isOnline: boolean) => act(() => useConnectionStore.setState({ isOnline }))
/** Lets what is settled, and what is due within so many milliseconds, happen. */
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

function next() {
  const request = waiting.shift()
  if (!request) throw new Error('No request is waiting for an answer')
  return request
}
async function accept() {
  const { key, method, settle } = next()
  done.set(key, method)
  settle.resolve(Response.json({ signup: { slot_name: 'Yams' } }, { status: 201 }))
  await pass()
}
async function refuse() {
  const message = 'This slot is full. Someone just took the last spot.'
  next().settle.resolve(Response.json({ code: 'SLOT_FULL', message }, { status: 409 }))
  await pass()
}
async function loseAnswer() {
  const { key, method, settle } = next()
  done.set(key, method)
  settle.reject(new TypeError('Failed to fetch'))
  await pass()
}

function start() {
  const slot = { id: `slot-${slots}`, category: 'dishes', max_signups: 5, current_signups: 2 } as Slot
  const own: OwnSignup[] = []
  const { result, unmount } = renderHook(() => useSlotCommands(slot, own))
  const press = async (what: (commands: ReturnType<typeof useSlotCommands>) => void) => {
    act(() => what(result.current))
    // A form that is filled in this fast is held back.
    await pass(3000)
  }
  const isCommandUnderWay = () => isUnderWay(`slot-${slot.id}`)
  return {
    now: () => result.current,
    isCommandUnderWay,
    unmount,
    press,
    signUp: (who = person) => press(({ signUp }) => signUp(who)),
    cancel: (id = 'signup') => press(({ cancelSignup }) => cancelSignup({ ...signup, id })),
    signUpAgain: () => press(({ signUpAgain }) => signUpAgain(signup)),
    isIdle: () => !isCommandUnderWay() && !result.current.isOutcomeUnknown && result.current.rejection === null,
  }
}

describe('A command about a slot', () => {
  it('is shown until the server has answered, and then left to the server', async () => {
    const { now, signUp, isIdle, isCommandUnderWay } = start()
    await signUp()
    expect([isCommandUnderWay(), now().shown.count, now().shown.ownSignups]).toMatchObject([
      true,
      3,
      [{ isPending: true }],
    ])
    await accept()
    expect([isIdle(), now().shown.count]).toEqual([true, 2])
  })

  it('is taken back when refused, with the sentence of the rejection', async () => {
    const { now, signUp, isIdle, isCommandUnderWay } = start()
    await signUp()
    await refuse()
    expect(now().rejection).toBe('This slot is full. Someone just took the last spot.')
    expect([isCommandUnderWay(), now().shown.count]).toEqual([false, 2])
    await signUp()
    await accept()
    expect([isIdle(), done.size]).toEqual([true, 1])
  })

  it('is sent once, however often the button is pressed meanwhile', async () => {
    const { signUp, cancel, press } = start()
    await press(({ signUp: sign }) => {
      sign(person)
      sign(person)
    })
    await signUp()
    await cancel()
    expect(waiting).toHaveLength(1)
    await accept()
    expect([...done.values()]).toEqual(['POST'])
  })

  it('keeps its key while it is unknown whether the request arrived', async () => {
    const { now, signUp, press, isCommandUnderWay } = start()
    await signUp()
    await loseAnswer()
    expect([now().isOutcomeUnknown, isCommandUnderWay()]).toEqual([true, false])
    await press(({ tryAgain }) => tryAgain())
    expect(isCommandUnderWay()).toBe(true)
    await accept()
    expect(done.size).toBe(1)
  })

  it('is the request that was sent before, however late the button is pressed again', async () => {
    const { signUp } = start()
    await signUp()
    const [first] = waiting
    await loseAnswer()
    await signUp()
    expect(waiting[0]).toMatchObject({ key: first?.key, body: first?.body })
    await accept()
    expect(done.size).toBe(1)
  })

  it('is another request where the dish of the same person holds something', async () => {
    const { now, signUp, press } = start()
    const allergens = { listed: ['milk' as const], other: '' }
    await press(({ cancelSignup }) => cancelSignup({ ...signup, allergens }))
    await accept()
    await signUp()
    await loseAnswer()
    await press(({ signUpAgain }) => now().canceled.forEach(signUpAgain))
    expect(waiting[0]?.body).toMatchObject({ personName: 'Becky', allergens })
    await accept()
    expect([...done.values()]).toEqual(['DELETE', 'POST', 'POST'])
  })

  it('whose answer was lost is asked for again, also for a page that is left, and leaves nothing on it', async () => {
    const { signUp, isIdle, now, unmount } = start()
    await signUp()
    await loseAnswer()
    await pass(3000)
    expect(now().isOutcomeUnknown).toBe(true)
    await accept()
    expect([isIdle(), done.size]).toEqual([true, 1])
    await signUp(tom)
    await loseAnswer()
    unmount()
    await pass(3000)
    await accept()
    expect(done.size).toBe(2)
  })

  it('waits while there is no connection, is taken back or sent when it is back', async () => {
    const { now, signUp, press, isIdle, isCommandUnderWay } = start()
    setOnline(false)
    await signUp()
    expect([isCommandUnderWay(), now().waiting === null, now().shown.count, waiting.length]).toEqual([
      true,
      false,
      2,
      0,
    ])
    await press((commands) => commands.waiting?.cancel())
    expect(isIdle()).toBe(true)
    await signUp()
    setOnline(true)
    await pass(3000)
    await accept()
    expect([isIdle(), done.size]).toEqual([true, 1])
  })

  it('whose connection goes while it is on its way waits too', async () => {
    const { now, signUp } = start()
    await signUp()
    setOnline(false)
    await loseAnswer()
    expect([now().waiting === null, now().isOutcomeUnknown]).toEqual([false, false])
    setOnline(true)
    await pass(3000)
    await accept()
    expect(done.size).toBe(1)
  })

  it('has a new key for another change, and after the last one has succeeded', async () => {
    const { signUp } = start()
    await signUp()
    await loseAnswer()
    await signUp(tom)
    await accept()
    await signUp(tom)
    await accept()
    expect(done.size).toBe(3)
  })
})

describe('A canceled sign-up', () => {
  it('can be undone for ten seconds, by signing the same person up again', async () => {
    const { now, cancel, signUpAgain } = start()
    await cancel()
    expect(now().canceled).toEqual([])
    await accept()
    expect(now().canceled).toMatchObject([{ id: 'signup', person_name: 'Becky' }])
    await pass(undoMs - 1)
    await signUpAgain()
    expect([waiting[0]?.body, now().canceled]).toMatchObject([{ personName: 'Becky', captainId: 'team' }, []])
    await accept()
    await signUpAgain()
    expect([waiting, [...done.values()]]).toEqual([[], ['DELETE', 'POST']])
  })

  it('can be undone while another command waits for its answer', async () => {
    const { now, cancel, signUp, signUpAgain, isIdle } = start()
    await cancel()
    await accept()
    await signUp(tom)
    await loseAnswer()
    expect(now().isOutcomeUnknown).toBe(true)
    await signUpAgain()
    await accept()
    expect([isIdle(), done.size]).toEqual([true, 3])
  })

  it('stays canceled then', async () => {
    const { now, cancel, signUpAgain } = start()
    await cancel()
    await accept()
    await pass(undoMs)
    expect(now().canceled).toEqual([])
    await signUpAgain()
    expect(waiting).toEqual([])
  })

  it('cannot be undone where the request was refused, or where its place is taken meanwhile', async () => {
    const { now, cancel, signUpAgain } = start()
    await cancel()
    await refuse()
    expect(now().canceled).toEqual([])
    await cancel()
    await accept()
    await signUpAgain()
    await refuse()
    expect(now()).toMatchObject({ rejection: 'This slot is full. Someone just took the last spot.', canceled: [] })
  })

  it('has its own time beside another', async () => {
    const { now, cancel } = start()
    await cancel()
    await accept()
    await pass(undoMs / 2)
    await cancel('other')
    await accept()
    expect(now().canceled).toHaveLength(2)
    await pass(undoMs / 2)
    expect(now().canceled.map(({ id }) => id)).toEqual(['other'])
  })
})
