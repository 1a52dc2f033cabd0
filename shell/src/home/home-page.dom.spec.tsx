import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installBrowserParts } from '../photos/photos.fixture.ts'
import { HomeHero } from './home-hero.tsx'
import { HomePage } from './home-page.tsx'

beforeEach(() => installBrowserParts())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function AtHome({ children }: { readonly children: ReactNode }) {
  return <StaticRouter location="/">{children}</StaticRouter>
}

const leadsTo = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href')

describe('the home page', () => {
  it('says which edition it is, when and where', () => {
    render(<HomePage />, { wrapper: AtHome })

    expect(screen.getByText('28th edition')).toBeTruthy()
    expect(screen.getByText('Nov 22-23, 2025')).toBeTruthy()
    expect(screen.getByText('Huntsville, Alabama')).toBeTruthy()
  })

  it('leads to the registration and to the tournament', () => {
    render(<HomePage />, { wrapper: AtHome })

    expect(leadsTo('Register Your Team')).toBe('/registration/register')
    expect(leadsTo('Learn More')).toBe('/tournament/info')
    // Search engines index a link by its text, and "learn more" means nothing to them.
    const more = screen.getByRole('link', { name: 'Learn More', description: 'about the tournament' })
    expect(more.textContent).toBe('Learn More about the tournament')
  })

  it('has one title of the first level', () => {
    render(<HomePage />, { wrapper: AtHome })

    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })
})

describe('the last call', () => {
  const watchers: (() => void)[] = []
  class Watcher {
    constructor(saw: (entries: readonly { isIntersecting: boolean }[]) => void) {
      watchers.push(() => saw([{ isIntersecting: true }]))
    }
    observe() {}
    disconnect() {}
  }

  it.each([
    [32, '3 spots left. Is one of them yours?'],
    [34, 'One spot left. Is it yours?'],
    [35, 'The field is full, but the waitlist moves.'],
    [36, 'The field is full, but the waitlist moves.'],
  ])('says how many places %i confirmed teams leave', async (confirmed, title) => {
    vi.stubGlobal('IntersectionObserver', Watcher)
    const team = (_: unknown, index: number) => ({
      id: `${index}`,
      status: index < confirmed ? 'confirmed' : 'waitlist',
    })
    const teams = Array.from({ length: 40 }, team)
    vi.stubGlobal('fetch', async (path: string) =>
      Response.json(path === '/api/registered-teams' ? { teams } : { photos: [] }),
    )
    render(<HomePage />, { wrapper: AtHome })
    expect(screen.getByRole('heading', { name: 'Room for 35 teams.' })).toBeTruthy()
    for (const scrollNear of watchers.splice(0)) scrollNear()
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })
})

describe('the photos of the home page', () => {
  it('keep their room from the first moment, and nothing of them is loaded for it', async () => {
    vi.resetModules()
    const opened = await import('./home-page.tsx')
    render(<opened.HomePage />, { wrapper: AtHome })

    expect(screen.getByRole('heading', { name: 'Past Tournament Memories' })).toBeTruthy()
    expect(screen.getByText('Loading photos')).toBeTruthy()
  })
})

describe('the hero', () => {
  it('is plain HTML without a script, a router or an inline style', () => {
    const html = renderToStaticMarkup(<HomeHero />)

    expect(html).toContain('href="/registration/register"')
    expect(html).not.toMatch(/<script|<style| style=/)
  })
})
