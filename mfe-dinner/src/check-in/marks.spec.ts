import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { createCommand, type QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { describe, expect, it } from 'vitest'
import { dishes, servers } from './kinds.ts'
import { buildWalkIns, checkInRequest, collectMarks, walkInCommand } from './marks.ts'

const pie = exampleSignup({ id: 'pie', slot_name: 'Pecan pie' })
let order = 0
const commandFor = (checkedIn: boolean, changes: Partial<QueuedCommand> = {}): QueuedCommand => ({
  ...createCommand(checkInRequest(dishes, pie, checkedIn), {
    key: `key-${++order}`,
    owner: { id: 'hank', username: 'helper' },
    offsetMs: null,
    queuedAt: Date.parse('2025-11-22T18:00:00.000Z'),
  }),
  order,
  ...changes,
})
const rejection = { code: 'DISH_IN_USE', message: 'This dish has left Holding. Move it back first.', at: 0 }
const sentence = 'Failed to update check-in status: This dish has left Holding. Move it back first.'
const findMark = (...commands: QueuedCommand[]) => collectMarks(commands, dishes).get('pie')

describe('What a command shows of its row', () => {
  it('is the list that it goes to, and how far it has come', () => {
    const at = '2025-11-22T18:00:00.000Z'
    expect(findMark(commandFor(true))).toEqual({
      checkedIn: true,
      status: 'queued',
      at,
      sentence: null,
      rejected: null,
    })
    expect(findMark(commandFor(true), commandFor(false, { status: 'sending' }))).toMatchObject({
      checkedIn: false,
      status: 'sending',
    })
  })

  it('is why it waits', () => {
    const sentenceWith = (failure: QueuedCommand['failure']) =>
      findMark(commandFor(true, { tries: 1, failure }))?.sentence
    expect(sentenceWith({ because: 'connection' })).toBe('Network error. Please check your connection and try again.')
    expect(sentenceWith({ because: 'server', status: 500, message: 'The oven is on fire.' })).toBe(
      'Failed to update check-in status: The oven is on fire.',
    )
  })

  it('is where the server has it, once it is refused, and why', () => {
    expect(findMark(commandFor(false, { status: 'rejected', rejection }))).toMatchObject({
      checkedIn: null,
      status: 'rejected',
      sentence,
    })
  })

  it('goes by the command that is still to be sent, but forgets no rejection', () => {
    const rejected = commandFor(false, { status: 'rejected', rejection })
    const commands = [rejected, commandFor(true)]
    expect(findMark(...commands)).toMatchObject({ checkedIn: true, status: 'queued', sentence, rejected })
    expect(findMark(...commands.toReversed())).toMatchObject({ checkedIn: true, status: 'queued', sentence, rejected })
  })

  it('is nothing on the page of the other kind', () => {
    expect(collectMarks([commandFor(true)], servers).size).toBe(0)
  })
})

describe('A queued walk-in', () => {
  const slot = { slot_id: 'pies', slot_name: 'Pies', time_slot: null, category: 'dishes' } as const
  const request = walkInCommand({ name: 'Aunt Polly', team: '', slot })
  const made = { key: 'key-w', owner: { id: 'hank', username: 'helper' }, offsetMs: null, queuedAt: 0 }
  const commands = [{ ...createCommand(request, made), order: 1 }]

  it('stands in the list of its kind as who is here, with how far it has come', () => {
    expect(request.body).toEqual({ name: 'Aunt Polly', slot_id: 'pies' })
    expect(buildWalkIns(commands, dishes)).toMatchObject([{ id: 'key-w', person_name: 'Aunt Polly', checked_in: true }])
    expect(collectMarks(commands, dishes).get('key-w')).toMatchObject({ checkedIn: true, status: 'queued' })
    expect([buildWalkIns(commands, servers), collectMarks(commands, servers).size]).toEqual([[], 0])
  })

  it('says the time of serving once, in the name of its command as in the list', () => {
    const carving = { slot_id: 'carving', slot_name: 'Carving', time_slot: '18:00', category: 'serving' } as const
    const served = walkInCommand({ name: 'Aunt Polly', team: '', slot: carving })
    expect(served.label).toBe('Walk-in of Aunt Polly, Carving, 6:00 PM - 6:30 PM')
    expect(buildWalkIns([{ ...createCommand(served, made), order: 1 }], servers)).toMatchObject([carving])
  })

  it('names the dish where no slot asks for it, and else the slot', () => {
    const ambrosia = { slot_name: 'Ambrosia', time_slot: null, category: 'dishes' as const }
    expect(walkInCommand({ name: 'Polly', team: '', slot: { ...ambrosia, slot_id: null } }).body).toEqual({
      name: 'Polly',
      dish_name: 'Ambrosia',
    })
    expect(walkInCommand({ name: 'Polly', team: 'Finns', slot: { ...ambrosia, slot_id: 's' } }).body).toEqual({
      name: 'Polly',
      slot_id: 's',
      team_name: 'Finns',
    })
  })
})
