import { describe, expect, it } from 'vitest'
import { liesBelow, type PartSource, partDescription } from './part.ts'

const page = {
  path: '/dinner/checkin',
  label: 'Check-in',
  title: 'Dinner check-in',
  admission: ['TD'],
  head: { heading: 'Check-in' },
} satisfies PartSource['pages'][number]
const part = { area: 'dinner', contract: '^1', needs: { dinner: '^1.2' }, paths: ['/dinner'], pages: [page] }
const isTaken = (changes: object, ofPage: object = {}) =>
  partDescription.safeParse({ ...part, pages: [{ ...page, ...ofPage }], ...changes }).success
const text = (length: number) => 'x'.repeat(length)

describe('The description of a part', () => {
  it('fills in what its pages leave out', () =>
    expect(partDescription.parse(part).pages).toEqual([
      {
        ...page,
        saysAccessDenied: false,
        head: { heading: 'Check-in', lead: '', feather: 'pumpkin' },
        layout: 'text',
      },
    ]))

  it('keeps all that a page says', () => {
    const full = {
      ...page,
      turnedAway: { visitor: 'Please log in.', user: 'Not for a {role}.' },
      saysAccessDenied: true,
      firstFor: ['helper'],
      menu: { group: 'Dinner', order: 2, for: 'signed-in' },
      head: { heading: 'Check-in', lead: 'Who is here?', feather: 'gold' },
      layout: 'rows',
      description: 'Check-in of dishes.',
      picture: 'previews/check-in.png',
    }
    expect(partDescription.parse({ ...part, pages: [full] }).pages).toEqual([full])
  })

  it.each(['everyone', 'signed-in'])('may be for a known audience: %s', (admission) =>
    expect(isTaken({}, { admission })).toBe(true),
  )

  it('replaces looks that are newer than its reader by plain ones', () =>
    expect(
      partDescription.parse({ ...part, pages: [{ ...page, layout: 'map', head: { heading: 'Map', feather: 'blue' } }] })
        .pages,
    ).toMatchObject([{ layout: 'text', head: { feather: 'pumpkin' } }]))

  it.each(['/dinner', '/dinner/check-in', '/a1/b-2-c3', `/${text(199)}`])('takes the path %s', (path) =>
    expect(isTaken({ paths: [path] }, { path })).toBe(true),
  )

  it.each([
    'dinner',
    '/',
    '/dinner/',
    '/Dinner',
    '/dinner--checkin',
    '/-dinner',
    '/dinner/:id',
    'x/dinner',
    `/${text(200)}`,
  ])('refuses the path %s', (path) => expect(isTaken({ paths: [path] }, { path })).toBe(false))

  it.each(['a.png', 'previews/check-in.png', 'a/b_c/d.png'])('takes the picture %s', (picture) =>
    expect(isTaken({}, { picture })).toBe(true),
  )

  it.each(['a.jpg', '/a.png', '../a.png', 'a//b.png', 'a/.png', 'a.png?x', '.png', 'https://a/b.png'])(
    'refuses the picture %s',
    (picture) => expect(isTaken({}, { picture })).toBe(false),
  )

  it.each<[string, object, object]>([
    ['a lead', {}, { head: { heading: 'Check-in', lead: text(300) } }],
    ['a description', {}, { description: text(300) }],
    ['what is said to those who are turned away', {}, { turnedAway: { visitor: text(300), user: text(1) } }],
    ['a label', {}, { label: text(80) }],
    ['a role', {}, { admission: [text(40)], firstFor: [text(40)] }],
    ['a contract', { contract: text(60) }, {}],
    ['a need', { needs: { [text(40)]: text(60) } }, {}],
    ['a list of paths', { paths: Array(20).fill('/dinner') }, {}],
    ['a list of pages', { pages: Array(100).fill(page) }, {}],
  ])('takes %s of the greatest length', (_, changes, ofPage) => expect(isTaken(changes, ofPage)).toBe(true))

  it.each<[string, object, object]>([
    ['a lead', {}, { head: { heading: 'Check-in', lead: text(301) } }],
    ['a description', {}, { description: text(301) }],
    ['what is said to those who are turned away', {}, { turnedAway: { visitor: text(301), user: text(1) } }],
    ['a label', {}, { label: text(81) }],
    ['a role that is admitted', {}, { admission: [text(41)] }],
    ['a role that is led here', {}, { firstFor: [text(41)] }],
    ['a contract', { contract: text(61) }, {}],
    ['a needed module', { needs: { [text(41)]: '^1' } }, {}],
    ['a needed version', { needs: { dinner: text(61) } }, {}],
    ['a list of paths', { paths: Array(21).fill('/dinner') }, {}],
    ['a list of pages', { pages: Array(101).fill(page) }, {}],
  ])('refuses %s that is longer', (_, changes, ofPage) => expect(isTaken(changes, ofPage)).toBe(false))

  it.each<[string, object, object]>([
    ['without a path', { paths: [] }, {}],
    ['without a contract', { contract: '' }, {}],
    ['with a need of no version', { needs: { dinner: '' } }, {}],
    ['with a page that has a blank label', {}, { label: '  ' }],
    ['with a blank sentence', {}, { turnedAway: { visitor: ' ', user: 'No.' } }],
    ['with a page for an unknown audience', {}, { admission: 'unknown' }],
    ['with a menu that has no place', {}, { menu: { group: 'Dinner' } }],
  ])('is refused %s', (_, changes, ofPage) => expect(isTaken(changes, ofPage)).toBe(false))

  it('leaves out the spaces around words', () =>
    expect(partDescription.parse({ ...part, area: ' dinner ' }).area).toBe('dinner'))

  it('refuses pages outside the paths that the part owns', () => {
    const pages = [page, { ...page, path: '/staff' }]
    expect(partDescription.safeParse({ ...part, pages }).error?.issues).toMatchObject([
      { message: 'A page lies outside the paths that the part owns.' },
    ])
    expect(isTaken({ pages, paths: ['/staff', '/dinner'] })).toBe(true)
  })
})

describe('A path', () => {
  it('lies below another at whole segments', () => {
    const paths = ['/staff', '/dinner']
    expect(['/dinner', '/dinner/checkin', '/staff/a/b'].map((asked) => liesBelow(paths, asked))).toEqual([
      true,
      true,
      true,
    ])
    expect(['/dinners', '/', '/x/dinner'].map((asked) => liesBelow(paths, asked))).toEqual([false, false, false])
  })
})
