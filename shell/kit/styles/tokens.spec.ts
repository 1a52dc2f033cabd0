import { readFileSync } from 'node:fs'
import { clubTokens, computeContrast as contrast } from '@ultimate/events/language/club-colors.ts'
import { seed, seeded } from '@ultimate/events/seed.fixture.ts'
import { describe, expect, it } from 'vitest'

type Scheme = 'light' | 'dark'
type Ground = 'paper' | 'festive'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const festiveStart = css.indexOf("[data-ground='festive'] {")

const tokensOn: Record<Ground, Map<string, string>> = {
  paper: declarations(css.slice(0, festiveStart)),
  festive: new Map([...declarations(css.slice(0, festiveStart)), ...declarations(css.slice(festiveStart))]),
}

/** Text and what it stands on: at least 4.5:1. */
const texts = [
  ['ink', ['ground', 'raised', 'sunken', 'hover', 'quiet-ground', 'good-ground', 'warn-ground', 'bad-ground']],
  ['muted', ['ground', 'raised', 'sunken', 'hover', 'quiet-ground']],
  ['accent-text', ['ground', 'raised']],
  ['link', ['ground', 'raised', 'hover']],
  ['on-action', ['action', 'action-hover', 'danger']],
  ['good', ['ground', 'raised', 'good-ground']],
  ['warn', ['ground', 'raised', 'warn-ground']],
  ['bad', ['ground', 'raised', 'bad-ground']],
  ['raised', ['bad']],
  ['ground', ['ink']],
  ['on-bar', ['bar']],
  ['bar-action', ['bar']],
] as const

/** Controls, their borders, icons and the focus ring: at least 3:1 against what surrounds them. */
const controls = [
  ['action', ['ground', 'raised']],
  ['danger', ['ground', 'raised']],
  ['control-line', ['ground', 'raised', 'sunken']],
  ['focus', ['ground', 'raised', 'sunken', 'bad-ground']],
  ['accent', ['ground', 'raised']],
  ['bad', ['bad-ground', 'ground']],
  ['bar-good', ['bar']],
  ['bar-bad', ['bar']],
] as const

const pairs = (list: typeof texts | typeof controls) =>
  list.flatMap(([front, backs]) => backs.map((back): [front: string, back: string] => [front, back]))

describe.each<Ground>(['paper', 'festive'])('on %s', (ground) => {
  describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
    const ratio = (front: string, back: string) => contrast(colour(ground, scheme, front), colour(ground, scheme, back))

    it.each(pairs(texts))('%s can be read on %s', (front, back) => {
      expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5)
    })

    it.each(pairs(controls))('%s can be made out on %s', (front, back) => {
      expect(ratio(front, back)).toBeGreaterThanOrEqual(3)
    })
  })
})

describe('in the colors of a club', () => {
  const random = seeded(seed)
  const color = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
  const sets = [
    ...['#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', '#ff0000'].flatMap((one) => [
      { primary: one, accent: null },
      { primary: null, accent: one },
      { primary: one, accent: one },
    ]),
    ...Array.from({ length: 25 }, () => ({ primary: color(), accent: color() })),
  ].map((colors) => ({ colors, tokens: clubTokens(colors) }))

  it.each<[Ground, Scheme]>([
    ['paper', 'light'],
    ['paper', 'dark'],
    ['festive', 'light'],
    ['festive', 'dark'],
  ])(`text and controls on %s stay legible in any, in the %s scheme (seed ${seed})`, (ground, scheme) => {
    const failed = sets.flatMap(({ colors, tokens }) => {
      const own = tokens[ground][scheme]
      const role = (name: string) => own[name] ?? colour(ground, scheme, name)
      const fails = (list: typeof texts | typeof controls, least: number) =>
        pairs(list).filter(([front, back]) => contrast(role(front), role(back)) < least)
      return [...fails(texts, 4.5), ...fails(controls, 3)].map((pair) => ({
        ...colors,
        pair,
        front: role(pair[0]),
        back: role(pair[1]),
      }))
    })
    expect(failed.slice(0, 5)).toEqual([])
  })
})

it('computes the ratios that the W3C gives as examples', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

function declarations(text: string): Map<string, string> {
  return new Map([...text.matchAll(/--color-([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']))
}

function colour(ground: Ground, scheme: Scheme, role: string): string {
  const value = tokensOn[ground].get(role)
  const both = value?.match(/^light-dark\((#\w{6}), (#\w{6})\)$/)
  const found = both ? both[scheme === 'light' ? 1 : 2] : value
  if (!found?.match(/^#\w{6}$/)) throw new Error(`--color-${role} is ${value}, which is no colour this test can read`)
  return found
}
