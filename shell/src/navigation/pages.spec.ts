import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accessDecision, denialOf, menusFor, type Page, pageAt, pages, userPagesFor } from './pages.ts'

const labels = (signedIn: boolean) => menusFor(signedIn).map((menu) => [menu.label, ...menu.pages.map((p) => p.label)])

describe('the navigation', () => {
  it('shows visitors the public menus', () => {
    expect(labels(false)).toEqual([
      ['Tournament', 'Info', 'Pool Play', 'Bracket', 'Merch'],
      ['Dinner', 'Info', 'HSV Signup'],
      ['Registration', 'Register a Team', 'Registered Teams'],
    ])
  })

  it('shows signed-in users the staff pages of the dinner as well', () => {
    const dinner = ['Dinner', 'Info', 'HSV Signup', 'Dinner Check-In', 'Server Check-In', 'Dinner Management']
    expect(labels(true)[1]).toEqual(dinner)
  })

  it('offers access controls and the audit to the TD only', () => {
    expect(userPagesFor('TD').map((page) => page.label)).toEqual(['Account Settings', 'Access Controls', 'Audit'])
    expect(userPagesFor('admin').map((page) => page.label)).toEqual(['Account Settings'])
    expect(userPagesFor('helper').map((page) => page.label)).toEqual(['Account Settings'])
  })

  it('lets in whom a page is for, and tells all others why not', () => {
    expect(denialOf(pages.teams, null)).toBeNull()
    expect(denialOf(pages.dishCheckIn, null)).toBe('Please log in to open Dinner Check-In.')
    expect(denialOf(pages.dishCheckIn, 'helper')).toBeNull()
    expect(denialOf(pages.dinnerManagement, 'helper')).toBeNull()
    expect(denialOf(pages.accessControls, 'admin')).toBe('Your role (admin) does not open Access Controls.')
    expect(denialOf(pages.accessControls, 'TD')).toBeNull()
  })

  it('sends a visitor who arrives without a right to the page home', () => {
    const reason = 'Please log in to open Server Check-In.'
    expect(accessDecision(pages.serverCheckIn, null, false)).toEqual({ kind: 'home', reason })
    expect(accessDecision(pages.serverCheckIn, 'helper', false)).toEqual({ kind: 'stay' })
  })

  it('leaves a user whose session ends on an open check-in page there, and on no other', () => {
    const staying = Object.values<Page>(pages).filter((page) => accessDecision(page, null, true).kind === 'stay')
    const needing = staying.filter(({ admission }) => admission !== 'everyone')
    expect(needing).toEqual([pages.dishCheckIn, pages.serverCheckIn])
  })

  it('sends a role that a page is not for home, also when it had been open', () => {
    expect(accessDecision(pages.accessControls, 'helper', true)).toMatchObject({ kind: 'home' })
  })

  it('knows a page by its path, with or without a slash at the end', () => {
    expect(pageAt('/registration/teams/')).toBe(pages.teams)
    expect(pageAt('/')).toBe(pages.home)
    expect(pageAt('/nowhere')).toBeUndefined()
  })
})

describe('The previews of links', () => {
  const folder = resolve(import.meta.dirname, '../../public/previews')
  const isPublic = Object.entries<Page>(pages).filter(([, { description }]) => description !== undefined)

  it('exist for what everyone may open, drawn by `npm run previews`, in the size that previews have', () => {
    expect(readdirSync(folder).toSorted()).toEqual(isPublic.map(([name]) => `${name}.png`).toSorted())
    for (const file of readdirSync(folder)) {
      const head = readFileSync(resolve(folder, file)).subarray(16, 24)
      expect([head.readUInt32BE(0), head.readUInt32BE(4)], file).toEqual([1200, 630])
    }
  })

  it('have descriptions that search engines show whole, none of them twice', () => {
    const texts = isPublic.map(([, { description = '' }]) => description)
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text.length, text).toBeLessThanOrEqual(160)
  })
})
