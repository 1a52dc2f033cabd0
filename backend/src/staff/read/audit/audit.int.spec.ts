import { randomUUID } from 'node:crypto'
import { addUserDecider } from '@ultimate/events/staff/user.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffTestApp } from '../../test/test-staff.ts'
import { listAreas } from './audit.route.ts'

let app: Awaited<ReturnType<typeof staffTestApp>>
const ids = { becky: randomUUID(), tom: randomUUID() }

beforeAll(async () => {
  app = await staffTestApp()
  await app.add({ id: ids.becky, password: 'turkey day' })
  app.moveClock(60)
  await app.add({
    id: ids.tom,
    person: { username: 'tom', fullName: 'Tom Sawyer', email: 'tom@example.org' },
    role: 'TD',
    password: 'white fence',
  })
  app.moveClock(60)
  await app.signIn('Becky', 'turkey day')
  app.moveClock(60)
  await app.signIn('tom', 'white fence')
})
afterAll(() => app.close())

const actions = async (query: Parameters<typeof app.audit>[0]) =>
  (await app.audit(query)).events.map(({ type, stream }) => `${type} ${stream === `user-${ids.tom}` ? 'tom' : 'becky'}`)

const everything = ['UserSignedIn tom', 'UserSignedIn becky', 'UserAdded tom', 'UserAdded becky']

describe('what can be chosen in the audit', () => {
  it('is every kind of entry of each module that has any, in words', () => {
    const { PoolsSaved, TeamRegistered } = tournamentEvents
    const modules = [
      { name: 'tournament', events: { PoolsSaved, TeamRegistered } },
      { name: 'quiet', events: {} },
    ]
    expect(modules.flatMap(listAreas)).toEqual([
      {
        name: 'tournament',
        label: 'Tournament',
        actions: [
          { type: 'PoolsSaved', label: 'Pools saved' },
          { type: 'TeamRegistered', label: 'Team registered' },
        ],
      },
    ])
  })
})

const system = { kind: 'system', id: 'this test', name: null, role: null } as const

describe('the audit', () => {
  it('shows everything that was done, newest first', async () => {
    const { events, next } = await app.audit()
    expect(events.map(({ type }) => type)).toEqual(everything.map((entry) => entry.split(' ')[0]))
    expect(events.map(({ position }) => position)).toEqual(
      events.map(({ position }) => position).toSorted((a, b) => b - a),
    )
    expect(next).toBeNull()
  })

  it('says what, where, when, and who', async () => {
    const [entry] = (await app.audit({ type: 'UserAdded', stream: `user-${ids.becky}` })).events
    expect(entry).toEqual({
      position: expect.any(Number),
      stream: `user-${ids.becky}`,
      type: 'UserAdded',
      module: 'staff',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      happened_at: null,
      actor: { kind: 'system', id: 'test', name: null, role: null },
      sentence: {
        text: 'added Becky Thatcher, username Becky, as a helper',
        was: null,
        subject: 'Becky Thatcher',
        thing: 'Becky Thatcher',
      },
      data: {
        person: { username: 'Becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
        role: 'helper',
        verified: false,
      },
      correlation_id: 'test',
      undoable: false,
      undoes: null,
      undone_by: null,
    })
  })

  it('names people by their earlier facts', async () => {
    const [entry] = (await app.audit({ type: 'UserSignedIn', stream: `user-${ids.tom}` })).events
    expect(entry?.sentence).toEqual({ text: 'signed in', was: null, subject: 'Tom Sawyer', thing: 'Tom Sawyer' })
  })

  it('can be filtered by the kind of actor', async () => {
    expect(await actions({ kind: 'system' })).toEqual(['UserAdded tom', 'UserAdded becky'])
    expect(await actions({ kind: 'visitor' })).toEqual([])
  })

  it('can be asked for one kind of fact, one stream, one module', async () => {
    expect(await actions({ type: 'UserAdded' })).toEqual(['UserAdded tom', 'UserAdded becky'])
    expect(await actions({ stream: `user-${ids.tom}` })).toEqual(['UserSignedIn tom', 'UserAdded tom'])
    expect(await actions({ module: 'staff' })).toEqual(everything)
    expect(await actions({ module: 'dinner' })).toEqual([])
    expect(await actions({ module: 'nowhere' })).toEqual([])
    expect(await actions({ type: 'UserAdded', stream: `user-${ids.tom}` })).toEqual(['UserAdded tom'])
  })

  it('can be asked for one person, by id or by name', async () => {
    expect(await actions({ actor: ids.becky })).toEqual(['UserSignedIn becky'])
    expect(await actions({ actor: 'Tom Sawyer' })).toEqual(['UserSignedIn tom'])
    expect(await actions({ actor: 'unknown' })).toEqual([])
  })

  it('can be asked for a time, both ends included', async () => {
    const at = (await app.audit()).events.map((event) => event.at)
    const [, second = '', third = ''] = at
    expect(await actions({ from: third, to: second })).toEqual(['UserSignedIn becky', 'UserAdded tom'])
    expect(await actions({ from: second })).toEqual(['UserSignedIn tom', 'UserSignedIn becky'])
    expect(await actions({ to: third.replace('Z', '+00:00') })).toEqual(['UserAdded tom', 'UserAdded becky'])
  })

  it('takes an empty condition for none', async () => {
    expect(await actions({ actor: '', module: '', type: '', stream: '' })).toEqual(everything)
  })

  it('turns its pages without losing or repeating anything, also while more is done', async () => {
    const read: number[] = []
    let before: number | undefined
    do {
      const page = await app.audit({ limit: 3, ...(before === undefined ? {} : { before }) })
      read.push(...page.events.map(({ position }) => position))
      if (before === undefined) await app.signIn('tom', 'white fence')
      before = page.next ?? undefined
    } while (before !== undefined)
    const { events } = await app.audit({ limit: 200 })
    expect(read).toEqual(events.slice(1).map(({ position }) => position))
  })

  it('says that a page is the last when it ends with the first fact', async () => {
    const { events } = await app.audit()
    const page = await app.audit({ limit: events.length })
    expect(page.events).toHaveLength(events.length)
    expect(page.next).toBeNull()
  })

  it.each([
    ['a visitor', { kind: 'visitor', id: 'eBqZ8pXvT2k4mN6sR0wYcA', name: null, role: null }],
    ['a part of the system', { kind: 'system', id: 'when-photo-deleted', name: null, role: null }],
    ['the demonstration', { kind: 'system', id: 'demo', name: 'Demo data', role: null }],
    ['a user', { kind: 'staff', id: randomUUID(), name: 'Sid', role: 'helper' }],
  ] as const)('finds by what it shows of them what was done by %s', async (_, actor) => {
    const id = randomUUID()
    const person = { username: `by-${actor.id}`, fullName: 'Huck Finn', email: `${actor.id}@example.org` }
    const now = new Date()
    const add = (added: string, by: typeof actor | typeof system, names: Partial<typeof person> = {}) => {
      const data = { person: { ...person, ...names }, role: 'helper', verified: true } as const
      return app.platform.commands.handle(
        addUserDecider,
        { stream: `user-${added}`, command: { type: 'AddUser', data, metadata: { now } } },
        { actor: by, correlationId: 'c', causationId: 'c', now, happenedAt: null, idempotency: null },
      )
    }
    // A user's name can be read for as long as the user is known.
    if (actor.kind === 'staff')
      await add(actor.id, system, { username: 'sid', fullName: actor.name, email: 's@example.org' })
    await add(id, actor)
    const shown = (await app.audit({ stream: `user-${id}` })).events[0]?.actor
    expect(shown).toEqual(actor)
    for (const actor of [shown?.id, shown?.name])
      if (actor) expect((await app.audit({ actor })).events.map(({ stream }) => stream)).toEqual([`user-${id}`])
  })

  it('shows of a user also what is recorded elsewhere: who failed to sign in by that name', async () => {
    await expect(app.signIn('TOM', 'guessed')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await expect(app.signIn('Becky', 'guessed')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const { events } = await app.audit({ stream: `user-${ids.tom}` })
    expect(events.map(({ sentence }) => sentence.text)[0]).toBe('failed to sign in as Tom Sawyer')
    expect(events.filter(({ type }) => type === 'SignInFailed')).toHaveLength(1)
    expect(events.at(-1)?.type).toBe('UserAdded')
  })
})
