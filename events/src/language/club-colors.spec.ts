import { describe, expect, it } from 'vitest'
import { seed, seeded } from '../seed.fixture.ts'
import {
  clubStyle,
  colorSchemes,
  computeContrast,
  describeColorProblem,
  drawnColor,
  findColorProblems,
  pickThemeColor,
  toHsl,
} from './club-colors.ts'

const paper = { light: ['#fbf6ec', '#fffdf8', '#f3eadb'], dark: ['#1b1410', '#261d17', '#140e0b'] }
const lowest = (color: string, scheme: 'light' | 'dark') =>
  Math.min(...paper[scheme].map((ground) => computeContrast(color, ground)))

describe('A color of a club', () => {
  it('that can be made out in both schemes is drawn as it is, without a warning', () => {
    expect(findColorProblems({ primary: '#d9581f', accent: null })).toEqual([])
    expect(colorSchemes.map((scheme) => drawnColor('#d9581f', scheme))).toEqual(['#d9581f', '#d9581f'])
  })

  it('that cannot in one of them has a warning with scheme, ratio and the nearest color that passes', () => {
    const [problem, ...others] = findColorProblems({ primary: '#002855', accent: null })
    expect(others).toEqual([])
    expect(problem).toMatchObject({ color: 'primary', scheme: 'dark', given: '#002855' })
    expect(problem && describeColorProblem(problem)).toBe(
      'The primary color #002855 has a contrast of 1.12:1 in the dark scheme, and 3:1 is needed. The nearest color that passes is used there: #0065d7.',
    )
  })

  it.each(['#ffffff', '#000000', '#808080', '#ffff00', '#0000ff'])(
    'is found a neighbor that passes in both schemes: %s',
    (given) => {
      for (const { nearest } of findColorProblems({ primary: null, accent: given }))
        expect(findColorProblems({ primary: null, accent: nearest })).toEqual([])
    },
  )

  it(`at random is drawn so that it passes, with its hue, and no lightness nearer passes (seed ${seed})`, () => {
    const random = seeded(seed)
    for (let at = 0; at < 500; at++) {
      const given = `#${Math.floor(random() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`
      for (const scheme of colorSchemes) {
        const drawn = drawnColor(given, scheme)
        expect(lowest(drawn, scheme), `${given} in ${scheme}`).toBeGreaterThanOrEqual(3)
        if (lowest(given, scheme) >= 3) expect(drawn).toBe(given)
        else expect(lowest(drawn, scheme), `${given} in ${scheme} moves no further`).toBeLessThan(3.15)
        expectSameHue(given, drawn)
      }
    }
  })
})

/** Expects the same hue, as near as whole channels can name it: each may be half a step off. */
function expectSameHue(given: string, drawn: string): void {
  const [before, after] = [toHsl(given), toHsl(drawn)]
  const chroma = after.saturation * (1 - Math.abs(2 * after.lightness - 1)) * 255
  if (before.saturation === 0) expect(chroma, `${given} and ${drawn}`).toBe(0)
  const apart = Math.abs(((before.hue - after.hue + 540) % 360) - 180)
  expect(apart, `${given} and ${drawn}`).toBeLessThanOrEqual(120 / Math.max(chroma, 0.1))
}

describe('The style sheet of a club', () => {
  it('is empty without colors, and the header has the color of the site', () => {
    expect(clubStyle({ primary: null, accent: null })).toBe('')
    expect(pickThemeColor({ primary: null, accent: '#d9581f' })).toBe('#143a2e')
  })

  it('is for screens alone, and has hex colors and nothing else', () => {
    const css = clubStyle({ primary: '#002855', accent: '#eaaa00' })
    expect(css.replaceAll(/--color-[\w-]+:#[0-9a-f]{6}(;|(?=}))/g, '')).toBe(
      "@media screen{html:root{}html [data-ground='festive']{}}" +
        "@media screen and (prefers-color-scheme:dark){html:root{}html [data-ground='festive']{}}",
    )
    expect(css).toContain('--color-action:#002855')
    expect(pickThemeColor({ primary: '#002855', accent: null })).toBe('#002855')
  })

  it('takes nothing that is no color', () => {
    expect(clubStyle({ primary: 'red}</style><script>', accent: null })).toBe('')
  })
})
