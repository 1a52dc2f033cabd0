import { expect } from 'vitest'
import { type DinnerClient, dinnerClient, type Received } from './test-client.ts'

type Refused = Pick<Received['body'], 'code' | 'fields'> & { readonly status: number }
type Send = () => Promise<Received>

/** Expects a domain error: its sentence in both fields of the error, and no event stored. */
function defineErrors(dinner: DinnerClient) {
  async function refused(send: Send): Promise<Refused> {
    const before = await dinner.eventCount()
    const { status, body } = await send()
    expect(await dinner.eventCount()).toBe(before)
    expect(body.message).toMatch(/^[A-Z].*[.a-z]$/)
    expect(body.error).toBe(body.message)
    return { status, code: body.code, ...(body.fields && { fields: body.fields }) }
  }
  /** The names of the fields that break a rule. */
  async function readFields(send: Send): Promise<string[]> {
    const { status, code, fields } = await refused(send)
    expect([status, code]).toEqual([422, 'INVALID_FIELDS'])
    return Object.keys(fields ?? {})
  }
  return { refused, readFields }
}

/** A dish in Holding, one on place 2 of the buffet, one that is not checked in, and a serving sign-up. */
async function makeDishes(dinner: DinnerClient) {
  const captainId = await dinner.registerTeam('Huck Finns')
  const dishSlot = (await dinner.addSlot()).id
  const servingSlot = (await dinner.addSlot({ name: 'Carving', category: 'serving', time_slot: '18:30' })).id
  const signUp = async (slotId: string) => (await dinner.signUp({ captainId, slotId })).body.signup.id
  const [inHolding, onBuffet, pending] = [await signUp(dishSlot), await signUp(dishSlot), await signUp(dishSlot)]
  const serving = await signUp(servingSlot)
  for (const id of [inHolding, onBuffet]) await dinner.checkIn(id)
  await dinner.move(onBuffet, 'buffet', 2)
  return { captainId, dishSlot, servingSlot, inHolding, onBuffet, pending, serving }
}

/** A dinner to which everything may be tried that it should refuse. */
export async function refusingDinner() {
  const dinner = await dinnerClient()
  return { dinner, ids: await makeDishes(dinner), ...defineErrors(dinner) }
}
export type Refusing = Awaited<ReturnType<typeof refusingDinner>>
