import { fireEvent, screen } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { describe, expect, it } from 'vitest'
import { describeTimes, PartErrors } from './parts-page.tsx'

const server = stubServer()

function open(errors: object[]) {
  server.mockImplementation(async () => new Response(JSON.stringify({ errors })))
  renderWithQueries(<PartErrors name="dinner" />)
  expect(server).not.toHaveBeenCalled()
  const details = screen.getByRole('group') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
}

describe('the last errors of a part', () => {
  it('are loaded when opened, with where in the sources they were thrown', async () => {
    open([
      {
        version: '1.1.0',
        message: 'boom',
        stack: ['eatPie src/pie.tsx:3:5', 'render src/page.tsx:8:1'],
        count: 2,
        previews: 0,
        lastAt: '2025-11-22T18:30:00.000Z',
      },
    ])
    expect(await screen.findByText('boom')).toBeDefined()
    expect(screen.getByText(/Version 1\.1\.0; 2 times in pages of visitors; last on /)).toBeDefined()
    expect(screen.getByText(/eatPie src\/pie\.tsx:3:5\s+render/)).toBeDefined()
    expect(server.mock.calls.map(([address]) => address)).toContain('/api/parts/dinner/errors')
  })

  it('may be none', async () => {
    open([])
    expect(await screen.findByText('No page has reported an error.')).toBeDefined()
  })

  it('are counted apart in previews', () => {
    expect(describeTimes({ count: 1, previews: 2 })).toBe('once in a page of a visitor, 2 times in previews')
    expect(describeTimes({ count: 0, previews: 1 })).toBe('once in a preview')
  })
})
