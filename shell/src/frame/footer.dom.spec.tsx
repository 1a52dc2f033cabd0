import { render, screen } from '@testing-library/react'
import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { type AnnouncedPart, partDescription } from '@ultimate/events/platform/part.ts'
import { currentEdition, showEdition } from '@ultimate/kit/event/edition.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { part } from '../../../mfe-tournament/src/part.ts'
import { startParts } from '../navigation/pages.ts'
import { Footer } from './footer.tsx'
import { EditionFeed } from './live-feeds.tsx'

const server = stubServer()
const opened = currentEdition()
const tournament: AnnouncedPart = {
  ...partDescription.parse(part),
  name: 'tournament',
  version: '1.0.0',
  manifest: '/parts/tournament/mf-manifest.json',
  entry: null,
  integrity: null,
  misfit: null,
}
const link = () => screen.queryByRole('link', { name: 'Past years' })

beforeEach(() => showEdition(opened))

/** The page was opened while this year had been shown; the server shows the other one by now. */
function publish(years: { readonly from: number; readonly to: number; readonly past: readonly number[] }): void {
  startParts([tournament], {}, years.past)
  const facts = { ...opened.facts, year: years.from }
  showEdition({ facts, words: writeFacts(facts.year, facts) })
  const edition = { ...opened.facts, year: years.to, state: 'current', version: 1 }
  server.mockImplementation(async () => Response.json({ edition }, { headers: { etag: '"v1"' } }))
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  )
}

it('links past years as soon as the next edition is published', async () => {
  publish({ from: 2025, to: 2026, past: [] })
  expect(link()).toBeNull()
  renderWithQueries(<EditionFeed />)
  expect(await screen.findByRole('link', { name: 'Past years' })).toHaveProperty('pathname', '/archive')
})

it('links none any more once the publication of the second edition is undone', async () => {
  publish({ from: 2026, to: 2025, past: [2025] })
  expect(link()).not.toBeNull()
  renderWithQueries(<EditionFeed />)
  await screen.findByText(/© 2025/)
  expect(link()).toBeNull()
})
