import { describe, expect, it } from 'vitest'
import { yearPageAt } from './year-page.ts'

const years = { title: 'Archive {year}', heading: 'Archive: {year}', description: 'Results of {year}.' }
const head = { heading: 'Archive', lead: 'Past years.' }
const archive = { path: '/archive', title: 'Archive', head, years }
const pages = [{ path: '/scores', title: 'Scores', head }, archive]

describe('The page of a year', () => {
  it('has the title and the heading that the page above declares for it', () => {
    expect(yearPageAt(pages, '/archive/2024')).toEqual({
      ...archive,
      path: '/archive/2024',
      title: 'Archive 2024',
      head: { heading: 'Archive: 2024', lead: '' },
    })
    const described = { ...archive, description: 'All years.' }
    expect(yearPageAt([described], '/archive/2024')).toMatchObject({ description: 'Results of 2024.' })
  })

  it.each(['/archive', '/archive/24', '/archive/20245', '/archive/2024/x', '/archive/all', '/scores/2024', '/2024'])(
    'is none at %s',
    (path) => expect(yearPageAt(pages, path)).toBeUndefined(),
  )
})
