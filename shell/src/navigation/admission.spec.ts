import type { Role } from '@ultimate/events/language/roles.ts'
import { type AnnouncedPart, type PartSource, partDescription } from '@ultimate/events/platform/part.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { part as dinner } from '../../../mfe-dinner/src/part.ts'
import { part as staff } from '../../../mfe-staff/src/part.ts'
import { part as tournament } from '../../../mfe-tournament/src/part.ts'
import { accessDecision, explainDenial, firstPageFor, menusFor, userPagesFor } from './admission.ts'
import { documentTitle, home, knownPages, type Page, pageAt, partAt, startParts } from './pages.ts'

const announced = (name: string, part: PartSource): AnnouncedPart => ({
  ...partDescription.parse(part),
  name,
  version: '1.0.0',
  manifest: `/parts/${name}/mf-manifest.json`,
  entry: null,
  integrity: null,
  misfit: null,
})
const shipped = [announced('tournament', tournament), announced('dinner', dinner), announced('staff', staff)]

beforeEach(() => startParts(shipped))

const labels = (role: Role | null) => menusFor(role).map((menu) => [menu.label, ...menu.pages.map((p) => p.label)])

function page(path: string): Page {
  const found = pageAt(path)
  if (!found) throw new Error(`There is no page at ${path}.`)
  return found
}

describe('the navigation', () => {
  it('shows visitors the public menus', () => {
    expect(labels(null)).toEqual([
      ['Tournament', 'Info', 'Pool Play', 'Schedule', 'Standings', 'My Team', 'Bracket', 'Merch'],
      ['Dinner', 'Info', 'HSV Signup'],
      ['Registration', 'Register a Team', 'Registered Teams'],
    ])
  })

  it('shows signed-in users the staff pages of the dinner as well', () => {
    const dinner = [
      'Dinner',
      'Info',
      'HSV Signup',
      'Dinner Check-In',
      'Server Check-In',
      'Dinner Management',
      'Kitchen',
    ]
    expect(labels('helper')[1]).toEqual(dinner)
  })

  it('offers access controls and the audit to the TD only', () => {
    expect(userPagesFor('TD').map((page) => page.label)).toEqual([
      'Account Settings',
      'Access Controls',
      'Tournament Settings',
      'Desk',
      'Announcements',
      'Message People',
      'Audit',
      'Parts',
    ])
    expect([firstPageFor('TD')?.path, firstPageFor('admin')?.path]).toEqual(['/desk', undefined])
    expect(userPagesFor('admin').map((page) => page.label)).toEqual([
      'Account Settings',
      'Desk',
      'Announcements',
      'Message People',
    ])
    expect(userPagesFor('helper').map((page) => page.label)).toEqual(['Account Settings'])
  })

  it('admits the roles that a page names, and tells all others why not', () => {
    expect(explainDenial(page('/registration/teams'), null)).toBeNull()
    expect(explainDenial(page('/dinner/checkin'), null)).toBe('Please log in to open Dinner Check-In.')
    expect(explainDenial(page('/dinner/checkin'), 'helper')).toBeNull()
    expect(explainDenial(page('/dinner/management'), null)).toBe('Please log in to open Dinner Management.')
    expect(explainDenial(page('/dinner/management'), 'helper')).toBeNull()
    expect(explainDenial(page('/access-controls'), 'admin')).toBe('Your role (admin) has no access to Access Controls.')
    expect(explainDenial(page('/access-controls'), 'TD')).toBeNull()
    expect([explainDenial(page('/desk'), 'admin'), explainDenial(page('/desk'), 'helper')]).toEqual([
      null,
      'Your role (helper) has no access to the Desk.',
    ])
  })

  it('sends a visitor who arrives without a right to the page home', () => {
    const reason = 'Please log in to open Server Check-In.'
    expect(accessDecision(page('/dinner/server-checkin'), null, false)).toEqual({ kind: 'home', reason })
    expect(accessDecision(page('/dinner/server-checkin'), 'helper', false)).toEqual({ kind: 'stay' })
  })

  it('leaves a user whose session ends on an open check-in page there, and on no other', () => {
    const staying = knownPages().filter((page) => accessDecision(page, null, true).kind === 'stay')
    const needing = staying.filter(({ admission }) => admission !== 'everyone')
    expect(needing).toEqual([page('/dinner/checkin'), page('/dinner/server-checkin')])
  })

  it('sends a role that a page is not for home, also when it had been open', () => {
    expect(accessDecision(page('/access-controls'), 'helper', true)).toMatchObject({ kind: 'home' })
  })

  it('knows a page by its path, with or without a slash at the end', () => {
    expect(pageAt('/registration/teams/')).toBe(page('/registration/teams'))
    expect(pageAt('/')).toBe(home)
    expect(pageAt('/nowhere')).toBeUndefined()
  })
})

describe('a part that the shell has never heard of', () => {
  const hello: AnnouncedPart = announced('hello', {
    area: 'hello',
    contract: '^1',
    needs: {},
    paths: ['/hello'],
    pages: [
      {
        path: '/hello/world',
        label: 'World',
        title: 'Hello',
        admission: ['helper'],
        turnedAway: { visitor: 'Say hello first.', user: 'Not for a {role}.' },
        menu: { group: 'Greetings', order: 215, for: ['helper'] },
        head: { heading: 'Hello, world' },
      },
    ],
  })
  beforeEach(() => startParts([...shipped, hello]))

  it('has a page, a title, a menu where its order puts it, and its own words for those it turns away', () => {
    const world = page('/hello/world')
    expect(documentTitle(world, 'Thanksgiving Ultimate')).toBe('Hello · Thanksgiving Ultimate')
    expect(labels('helper').map(([label]) => label)).toEqual(['Tournament', 'Dinner', 'Greetings', 'Registration'])
    expect(labels('admin').flat()).not.toContain('World')
    expect([explainDenial(world, null), explainDenial(world, 'TD'), explainDenial(world, 'helper')]).toEqual([
      'Say hello first.',
      'Not for a TD.',
      null,
    ])
  })

  it('draws what lies below its paths, and nothing beside them', () => {
    const drawnBy = (path: string) => partAt(path)?.name
    const below = ['/hello', '/hello/', '/hello/world', '/hello/dinner/info']
    expect(below.map(drawnBy)).toEqual(below.map(() => 'hello'))
    expect(['/', '/hellos', '/api'].map(drawnBy)).toEqual([undefined, undefined, undefined])
  })
})
