import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { restoreSignupDecider } from '@ultimate/events/dinner/cancel-signup.ts'
import { signupStream } from '@ultimate/events/dinner/signup.ts'
import { slotStream } from '@ultimate/events/dinner/slot.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendAs } from '../../platform/commands.ts'
import { sharedReads } from '../../platform/shared-reads.ts'
import { readCorrectedEntry } from '../read/signup-entry.ts'
import { privateLinks } from '../secrets/private-link.ts'
import { type DinnerTestApp, dinnerTestApp } from '../test/test-dinner.ts'
import { planRestoreSlot } from '../undo/slot-plans.ts'
import { type SlotDeleted, takePlace } from '../write/signup-commands.ts'

const quietSeconds = 60
let app: DinnerTestApp
let captainId: string
beforeAll(async () => {
  app = await dinnerTestApp({ backends: 2, quietSeconds })
  captainId = await app.registerTeam('Huck Finns')
  await app.automate()
})
afterAll(() => app.close())

const td = { caller: { role: 'TD' } } as const
async function addSlot(name: string): Promise<string> {
  const body = newSlot.parse({ name, category: 'dishes', max_signups: 70 })
  return (await app.call(dinnerApi.addSlot, { body }, td)).body.slot.id
}
async function signUp(email: string, slotId: string, backend = 0): Promise<string> {
  const { body, refused } = await app.signUp({ email, captainId, slotId }, { backend })
  expect(refused).toBeNull()
  return body.signup.id
}
const gathered = (count: number) =>
  vi.waitFor(async () => expect(await app.sql`select 1 from gathered_events`).toHaveLength(count), { timeout: 30_000 })
/** Lets the quiet time pass once all that came is stored, and waits until what is due then is handled. */
async function visitEnds(count: number): Promise<void> {
  await gathered(count)
  app.moveClock(quietSeconds)
  await gathered(0)
}
/** Waits, because mails follow a moment after the events. */
const count = (address: string, mails: number) =>
  vi.waitFor(() => expect(mailsTo(address)).toHaveLength(mails), { timeout: 20_000 })
const mailsTo = (...addresses: string[]) => app.mails.filter(({ to }) => addresses.includes(to))

/** The cookie that owns a sign-up. */
async function readOwner(id: string): Promise<string> {
  const [row] = await app.sql<{ owner: string }[]>`select visitor_id as owner from dinner_signups where id = ${id}`
  return row?.owner ?? ''
}

describe('What one address is signed up for', () => {
  it('in one visit comes in one mail, from two backends together, and a later visit in another', async () => {
    const [yams, gravy, rolls] = [await addSlot('Yams'), await addSlot('Gravy'), await addSlot('Rolls')]
    await signUp('Huck@example.org', yams, 0)
    await gathered(1)
    app.moveClock(quietSeconds - 1)
    await signUp('huck@example.org', gravy, 1)
    await signUp('huck@example.org', yams, 0)
    await visitEnds(3)
    expect(mailsTo('Huck@example.org', 'huck@example.org').map(({ subject }) => subject)).toEqual([
      'Saturday dinner: 3 sign-ups',
    ])
    const [mail] = mailsTo('huck@example.org')
    for (const part of ['Gravy', 'Yams (2 times)', '#link=']) expect(mail?.text).toContain(part)
    expect(mail?.calendar?.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    await signUp('huck@example.org', rolls)
    await visitEnds(1)
    expect(mailsTo('huck@example.org').map(({ subject }) => subject)[1]).toBe('Saturday dinner: Rolls')
    expect(mailsTo('huck@example.org')[1]?.text).toContain('signed up before for:\n\n  - Yams')
  })

  it('and was removed again in the same visit is not in the mail', async () => {
    const slotId = await addSlot('Corn')
    await signUp('joe@example.org', slotId)
    const gone = await signUp('joe@example.org', await addSlot('Beans'))
    const all = await signUp('injun@example.org', slotId)
    for (const id of [gone, all]) {
      const visitorId = await readOwner(id)
      await app.call(dinnerApi.cancelSignup, { params: { id } }, { caller: { visitorId } })
    }
    await visitEnds(3)
    expect(mailsTo('joe@example.org').map(({ subject }) => subject)).toEqual(['Saturday dinner: Corn'])
    expect(mailsTo('injun@example.org')).toEqual([])
  })

  it('goes on being accepted when the mailbox has had its three mails of the day', async () => {
    const slotId = await addSlot('Stuffing')
    const spellings = ['Becky@example.org', 'becky+dish@example.org', 'BECKY@example.org']
    for (let visit = 0; visit < 5; visit++) {
      await signUp(spellings[visit % 3] ?? '', slotId, visit % 2)
      await visitEnds(1)
    }
    expect(mailsTo(...spellings)).toHaveLength(3)
  })

  it('comes at every visit to an address whose owner has opened the private link', async () => {
    const slotId = await addSlot('Salad')
    const links = privateLinks({ ...app.platform.configuration, ...app.platform, readGeneration: async () => 0 })
    const link = (await links.linkFor('sid@example.org')).split('#link=')[1] ?? ''
    await app.call(dinnerApi.claimSignups, { body: { link } })
    for (let visit = 0; visit < 5; visit++) {
      await signUp('sid@example.org', slotId)
      await visitEnds(1)
    }
    expect(mailsTo('sid@example.org')).toHaveLength(5)
  })
})

describe('What staff remove', () => {
  it('is told in one mail, also to an address that had its mails of the day', async () => {
    const [pie, slaw, punch] = [await addSlot('Pie'), await addSlot('Slaw'), await addSlot('Punch')]
    for (let visit = 0; visit < 4; visit++) {
      await signUp('tom@example.org', pie)
      await visitEnds(1)
    }
    const id = await signUp('tom@example.org', slaw)
    await signUp('tom@example.org', punch)
    await visitEnds(2)
    app.mails.length = 0
    await app.call(dinnerApi.cancelSignup, { params: { id } }, td)
    await app.call(dinnerApi.deleteSlot, { params: { id: punch } }, td)
    await visitEnds(2)
    await count('tom@example.org', 1)
    const [mail] = mailsTo('tom@example.org')
    expect(mail?.subject).toBe('Saturday dinner: changed sign-ups')
    expect(mail?.text).toContain(
      '  - Slaw\n  - Punch (no longer needed)\n\nThis address is still signed up for:\n\n  - Pie',
    )
  })

  it('is told also where they had signed the person up on their own device', async () => {
    const id = await signUp('caller@example.org', await addSlot('Cobbler'))
    await visitEnds(1)
    const caller = { ...td.caller, visitorId: await readOwner(id) }
    await app.call(dinnerApi.cancelSignup, { params: { id } }, { caller })
    await visitEnds(1)
    await count('caller@example.org', 2)
    expect(mailsTo('caller@example.org').map(({ subject }) => subject)).toEqual([
      'Saturday dinner: Cobbler',
      'Saturday dinner: without Cobbler',
    ])
  })

  it('is told to each of those who lose it', async () => {
    const slotId = await addSlot('Chutney')
    for (const name of ['mary', 'polly']) await signUp(`${name}@example.org`, slotId)
    await visitEnds(2)
    await app.call(dinnerApi.deleteSlot, { params: { id: slotId } }, td)
    await visitEnds(2)
    for (const name of ['mary', 'polly']) await count(`${name}@example.org`, 2)
    for (const name of ['mary', 'polly'])
      expect(mailsTo(`${name}@example.org`).map(({ subject }) => subject)).toEqual([
        'Saturday dinner: Chutney',
        'Saturday dinner: without Chutney',
      ])
  })
})

describe('A name that staff correct', () => {
  const correct = (id: string, body: object) => app.call(dinnerApi.correctSignup, { params: { id }, body }, td)

  it('is mailed once for all sign-ups of the address with that name, as it was and as it is, with the reason', async () => {
    const address = 'rebecca@example.org'
    const [pie, yams] = [await addSlot('Chess pie'), await addSlot('Candied yams')]
    const id = await signUp(address, pie)
    await signUp(address, yams)
    const other = await signUp('other@example.org', yams)
    await visitEnds(3)
    const { body } = await correct(id, { personName: 'Rebecca', reason: 'She told us.' })
    expect(body.signup.person_name).toBe('Rebecca')
    await visitEnds(2)
    await count(address, 2)
    const [, mail] = mailsTo(address)
    expect(mail?.subject).toBe('Saturday dinner: a name was corrected')
    for (const part of ['  Before  Becky\n  Now     Rebecca\n', 'The reason: She told us.', '- Candied yams', '#link='])
      expect(mail?.text).toContain(part)
    expect(mail?.text.match(/Before/g)).toHaveLength(1)
    const names = await app.sql`select person_name from dinner_signups where email_key = ${address}`
    expect(names.map(({ person_name }) => person_name)).toEqual(['Rebecca', 'Rebecca'])
    const [same] = await app.sql`select person_name from dinner_signups where id = ${other}`
    expect(same?.['person_name']).toBe('Becky')
    await correct(id, { personName: 'Becky' })
    await visitEnds(2)
    await count(address, 3)
    expect(mailsTo(address)[2]?.text).toContain('  Before  Rebecca\n  Now     Becky\n')
  })

  it('is not mailed where it is as it was within the quiet time, and does not hide what else was changed then', async () => {
    const address = 'sally@example.org'
    const slotId = await addSlot('Succotash')
    const id = await signUp(address, slotId)
    await visitEnds(1)
    await correct(id, { personName: 'Sally' })
    await correct(id, { personName: 'Becky' })
    await app.call(dinnerApi.changeSlot, { params: { id: slotId }, body: { name: 'Lima beans' } }, td)
    await visitEnds(3)
    await count(address, 2)
    expect(mailsTo(address)[1]?.subject).toBe('Saturday dinner: Succotash is Lima beans now')
  })

  it('comes with a new address in one mail, and goes there', async () => {
    const id = await signUp('joanna@example.org', await addSlot('Stuffed eggs'))
    await visitEnds(1)
    await correct(id, { personName: 'Joanna', email: 'joanna.h@example.org', reason: 'Both typos.' })
    await visitEnds(1)
    await count('joanna.h@example.org', 1)
    const [mail] = mailsTo('joanna.h@example.org')
    expect(mail?.subject).toBe('Saturday dinner: Stuffed eggs')
    for (const part of ['  Before  Becky\n  Now     Joanna\n\nThe reason: Both typos.', 'You bring'])
      expect(mail?.text).toContain(part)
    await count('joanna@example.org', 1)
  })
})

describe('What staff change', () => {
  const addServing = async (name: string, time_slot: string): Promise<string> => {
    const body = newSlot.parse({ name, category: 'serving', time_slot, max_signups: 9 })
    return (await app.call(dinnerApi.addSlot, { body }, td)).body.slot.id
  }
  const moveSlot = (id: string, body: object, backend = 0) =>
    app.call(dinnerApi.changeSlot, { params: { id }, body }, { ...td, backend })
  const subjectsTo = (address: string) => mailsTo(address).map(({ subject }) => subject)
  /** Lines of the calendar that a mail brought. */
  const entry = (address: string, mail: number) =>
    mailsTo(address)
      [mail]?.calendar?.match(/^(METHOD|UID|SEQUENCE|DTSTART|STATUS).*(?=\r)/gm)
      ?.map((line) => line.replace(/(?<=UID:signup-).*(?=@)/, 'id'))

  it('is mailed with what was and what is, under the same UID, and its end names the time that was heard last', async () => {
    const slotId = await addServing('Carving', '18:30')
    const address = 'carver@example.org'
    const id = await signUp(address, slotId)
    await visitEnds(1)
    await moveSlot(slotId, { time_slot: '20:00' })
    await visitEnds(1)
    await count(address, 2)
    await app.call(dinnerApi.cancelSignup, { params: { id } }, td)
    await visitEnds(1)
    await count(address, 3)
    expect(subjectsTo(address)).toEqual([
      'Saturday dinner: Carving',
      'Saturday dinner: Carving is at 8:00 PM now',
      'Saturday dinner: without Carving, 8:00 PM - 8:30 PM',
    ])
    expect(mailsTo(address)[1]?.text).toContain('Carving, 8:00 PM - 8:30 PM (it was Carving, 6:30 PM - 7:00 PM)')
    const uid = 'UID:signup-id@localhost:3000'
    expect(entry(address, 1)).toEqual(['METHOD:PUBLISH', uid, 'SEQUENCE:1', 'DTSTART:20251123T020000Z'])
    expect(entry(address, 2)).toEqual([
      'METHOD:CANCEL',
      uid,
      'SEQUENCE:2',
      'DTSTART:20251123T020000Z',
      'STATUS:CANCELLED',
    ])
  })

  it('is not mailed where it was corrected within the quiet time', async () => {
    const slotId = await addServing('Ladle', '18:30')
    const id = await signUp('ladler@example.org', slotId)
    await visitEnds(1)
    await moveSlot(slotId, { time_slot: '20:00' }, 0)
    await moveSlot(slotId, { time_slot: '18:30', description: 'Bring a ladle.' }, 1)
    await visitEnds(2)
    await app.call(dinnerApi.cancelSignup, { params: { id } }, td)
    await visitEnds(1)
    await count('ladler@example.org', 2)
    expect(subjectsTo('ladler@example.org')[1]).toBe('Saturday dinner: without Ladle, 6:30 PM - 7:00 PM')
  })

  it('is mailed when a removed sign-up is back', async () => {
    const slotId = await addServing('Punch bowl', '19:00')
    const id = await signUp('server@example.org', slotId)
    await visitEnds(1)
    await app.call(dinnerApi.cancelSignup, { params: { id } }, td)
    await visitEnds(1)
    await count('server@example.org', 2)
    await undoRemoval(id, slotId)
    await visitEnds(2)
    await count('server@example.org', 3)
    expect(subjectsTo('server@example.org')[2]).toBe('Saturday dinner: Punch bowl, 7:00 PM - 7:30 PM is back')
    expect(entry('server@example.org', 2)?.[2]).toBe('SEQUENCE:2')
  })

  it('is mailed when a deleted slot is back, also to who had checked in', async () => {
    const slotId = await addServing('Gravy boat', '19:30')
    const addresses = ['ann@example.org', 'ben@example.org']
    const [ann = ''] = await Promise.all(addresses.map((address) => signUp(address, slotId)))
    await visitEnds(2)
    await app.call(dinnerApi.checkInServer, { params: { id: ann }, body: { checkedIn: true } }, td)
    await app.call(dinnerApi.deleteSlot, { params: { id: slotId } }, td)
    await visitEnds(2)
    for (const address of addresses) await count(address, 2)
    await undoDeletion(slotId)
    await visitEnds(4)
    for (const address of addresses) {
      await count(address, 3)
      expect(subjectsTo(address)[2]).toBe('Saturday dinner: Gravy boat, 7:30 PM - 8:00 PM is back')
      expect(entry(address, 1)?.[1]).toBe(entry(address, 2)?.[1])
      expect([1, 2].map((mail) => entry(address, mail)?.[2])).toEqual(['SEQUENCE:1', 'SEQUENCE:2'])
    }
  })

  it('is not mailed where a deleted slot is back within the quiet time', async () => {
    const slotId = await addServing('Pepper mill', '19:30')
    await signUp('miller@example.org', slotId)
    await visitEnds(1)
    await app.call(dinnerApi.deleteSlot, { params: { id: slotId } }, td)
    await gathered(1)
    await undoDeletion(slotId)
    await visitEnds(3)
    await signUp('miller@example.org', await addServing('Salt mill', '19:30'))
    await visitEnds(1)
    await count('miller@example.org', 2)
    expect(subjectsTo('miller@example.org')[1]).toBe('Saturday dinner: Salt mill')
  })

  it('of a dish is its name, and nothing that its owner reads on the site', async () => {
    const slotId = await addSlot('Jelly')
    await signUp('cook@example.org', slotId)
    await visitEnds(1)
    await moveSlot(slotId, { max_signups: 3, recipe_title: 'Aunt Polly' })
    await visitEnds(1)
    await moveSlot(slotId, { name: 'Relish' })
    await visitEnds(1)
    await count('cook@example.org', 2)
    expect(subjectsTo('cook@example.org')[1]).toBe('Saturday dinner: Jelly is Relish now')
  })

  const asAda = (): CommandContext => ({
    actor: { kind: 'staff', id: 'ada', name: 'Ada', role: 'TD' },
    correlationId: 'undo',
    causationId: 'undo',
    now: app.now(),
    happenedAt: null,
    idempotency: null,
  })
  async function undoDeletion(slotId: string): Promise<void> {
    const reads = sharedReads(app.platform.log)
    const facts = await reads.stream(slotStream(slotId))
    const [earlierEvents, deleted] = [facts.slice(0, -1), facts.at(-1) as SlotDeleted]
    const platform = app.platform
    const plan = await planRestoreSlot(deleted, { platform, earlierEvents, now: app.now(), by: 'ada', reads })
    if (typeof plan === 'string') throw new Error(plan)
    for (const { stream, decider, command } of plan.steps)
      await app.platform.commands.handle(decider, { stream, command }, asAda())
  }
  /** Takes back a removal in the steps of an undo. */
  async function undoRemoval(signupId: string, slotId: string): Promise<void> {
    const { commands } = app.platform
    const context = asAda()
    const restore = { type: 'RestoreSignup', data: { slotId }, metadata: { now: app.now() } } as const
    await commands.handle(restoreSignupDecider, { stream: signupStream(signupId), command: restore }, context)
    const entry = await readCorrectedEntry(app.platform.log, { signupId, slotId })
    if (entry) await takePlace(sendAs(commands, context), { entry, slotId })
  }
})
