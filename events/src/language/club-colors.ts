import type { EditionFacts } from './edition-facts.ts'

/** The colors of a club as they are set: `#rrggbb`, or null where the site keeps its own. */
export type ClubColors = EditionFacts['colors']
export type ClubColor = keyof ClubColors

export const colorSchemes = ['light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** A color as it is set and drawn. Nothing else ever gets into a style sheet. */
export const hexColor = /^#[0-9a-f]{6}$/

/** The least contrasts of WCAG 2.2 AA: of text with its ground, and of controls and shapes with what surrounds them. */
const textRatio = 4.5
const controlRatio = 3

/** The grounds of `shell/kit/styles/tokens.css` on which controls stand, and those on which text does too. */
const controlGrounds: Readonly<Record<ColorScheme, readonly string[]>> = {
  light: ['#fbf6ec', '#fffdf8', '#f3eadb'],
  dark: ['#1b1410', '#261d17', '#140e0b'],
}
const textGrounds: typeof controlGrounds = {
  light: [...controlGrounds.light, '#f1e6d3', '#efe5d5', '#e0ede2', '#fdecc4', '#fbe4e2'],
  dark: [...controlGrounds.dark, '#33271f', '#352920', '#17332a', '#3a2b0f', '#401a1f'],
}
const ink = { dark: '#241a14', light: '#fffdf8', darkest: '#000000' }

/** A set color that a scheme cannot show as it is. */
export interface ColorProblem {
  readonly color: ClubColor
  readonly scheme: ColorScheme
  readonly given: string
  /** The contrast with the background of the page, which has to be at least 3. */
  readonly ratio: number
  /** The color of the same hue that passes with the least change of lightness. It is drawn instead. */
  readonly nearest: string
}

/** Returns the set colors that are drawn in another lightness, by scheme. */
export const findColorProblems = (colors: ClubColors): ColorProblem[] =>
  (['primary', 'accent'] as const).flatMap((color) => {
    const given = validColor(colors[color])
    if (given === null) return []
    return colorSchemes.flatMap((scheme): ColorProblem[] => {
      const nearest = drawnColor(given, scheme)
      return nearest === given ? [] : [{ color, scheme, given, nearest, ratio: ratioOnPage(given, scheme) }]
    })
  })

/** Writes the problem as a sentence: which color, in which scheme, by how much, and what is drawn instead. */
export const describeColorProblem = ({ color, scheme, given, ratio, nearest }: ColorProblem): string =>
  `The ${color} color ${given} has a contrast of ${Math.floor(ratio * 100) / 100}:1 in the ${scheme} scheme, and ${controlRatio}:1 is needed. The nearest color that passes is used there: ${nearest}.`

/** Returns the color that a scheme draws: the set one if its contrast is enough there, otherwise the nearest one. */
export const drawnColor = (given: string, scheme: ColorScheme): string =>
  nearestPassing(given, (color) => ratioOnPage(color, scheme) >= controlRatio)

const ratioOnPage = (color: string, scheme: ColorScheme): number => lowestRatio(color, controlGrounds[scheme])

const validColor = (color: string | null): string | null => (color && hexColor.test(color) ? color : null)

type Tokens = Readonly<Record<string, string>>
type TokensByScheme = Readonly<Record<ColorScheme, Tokens>>

/**
 * The tokens of the theme that follow from the colors. `paper` is the usual ground of a page, `festive` that of header,
 * hero and footer.
 */
export function clubTokens(colors: ClubColors): { readonly paper: TokensByScheme; readonly festive: TokensByScheme } {
  const [primary, accent] = [validColor(colors.primary), validColor(colors.accent)]
  const ground = primary && festiveGround(primary, accent !== null)
  const inBothSchemes = <T>(make: (scheme: ColorScheme) => T): Readonly<Record<ColorScheme, T>> => ({
    light: make('light'),
    dark: make('dark'),
  })
  return {
    paper: inBothSchemes((scheme) => ({
      ...(primary && actionTokens(primary, scheme)),
      ...(accent && accentTokens(accent, scheme)),
    })),
    festive: inBothSchemes((scheme) => ({
      ...(ground && festiveTokens(scheme === 'light' ? ground : mixColors(ground, '#000000', 0.33))),
      ...(accent && festiveAccentTokens(accent, ground ? festiveHover(ground) : pineHover)),
    })),
  }
}

/** Returns the tokens of links and of filled buttons. */
function actionTokens(primary: string, scheme: ColorScheme): Tokens {
  const action = drawnColor(primary, scheme)
  const onAction = computeContrast(action, ink.light) >= textRatio ? ink.light : ink.darkest
  const danger = nearestPassing(scheme === 'light' ? '#9b1b30' : '#cc3a50', (color) => {
    return computeContrast(color, onAction) >= textRatio && ratioOnPage(color, scheme) >= controlRatio
  })
  return {
    action,
    'action-hover': mixColors(action, onAction === ink.light ? '#000000' : '#ffffff', 0.14),
    'action-rim': mixColors(action, '#000000', 0.38),
    'on-action': onAction,
    danger,
    link: readableColor(primary, scheme),
  }
}

const accentTokens = (accent: string, scheme: ColorScheme): Tokens => ({
  accent: drawnColor(accent, scheme),
  'accent-text': readableColor(accent, scheme),
  focus: readableColor(accent, scheme),
})

/** Returns the nearest color of this hue in which text can be read on every ground. */
const readableColor = (color: string, scheme: ColorScheme): string =>
  nearestPassing(color, (moved) => lowestRatio(moved, textGrounds[scheme]) >= textRatio)

/** The texts and controls that stand on the festive ground in any color of the club. */
const onFestive = {
  texts: ['#fff6e6', '#e6dfd3', '#a5e0c2', '#f4c15c', '#ffb3b8'],
  controls: ['#f0793f', '#b9b1a5', '#ffd980', '#f4b63a'],
}
/** The accent stands in place of the gold, and {@link festiveAccentTokens} fits it to the ground. */
const onFestiveWithAccent = { texts: onFestive.texts.filter((color) => color !== '#f4c15c'), controls: ['#b9b1a5'] }

/** Returns the primary color, as dark as texts need on it and on its lightest shade. */
function festiveGround(primary: string, hasAccent: boolean): string {
  const { texts, controls } = hasAccent ? onFestiveWithAccent : onFestive
  return nearestPassing(primary, (ground) => {
    const lightest = festiveHover(ground)
    return lowestRatio(lightest, texts) >= textRatio && lowestRatio(lightest, controls) >= controlRatio
  })
}

const festiveHover = (ground: string): string => mixColors(ground, '#ffffff', 0.1)

function festiveTokens(ground: string): Tokens {
  const [sunken, hover] = [mixColors(ground, '#000000', 0.2), festiveHover(ground)]
  return {
    ground,
    raised: mixColors(ground, '#ffffff', 0.06),
    sunken,
    hover,
    'quiet-ground': hover,
    muted: '#e6dfd3',
    line: mixColors(ground, '#ffffff', 0.16),
    'control-line': '#b9b1a5',
    'good-ground': sunken,
    'warn-ground': sunken,
  }
}

/** The lightest shade of the theme's own festive ground. */
const pineHover = '#24574a'

/**
 * On the festive ground the accent stands in place of the gold. It is the same in both schemes: a color that is bright
 * enough for the ground of the light scheme is so for the darker ground of the dark one.
 */
function festiveAccentTokens(accent: string, lightest: string): Tokens {
  const action = nearestPassing(accent, (color) => computeContrast(color, lightest) >= textRatio)
  return {
    action,
    'action-hover': mixColors(action, '#ffffff', 0.16),
    'action-rim': mixColors(action, '#000000', 0.3),
    'on-action': computeContrast(action, ink.dark) >= textRatio ? ink.dark : ink.darkest,
    accent: action,
    'accent-text': action,
    link: action,
    focus: action,
  }
}

/** Writes the style sheet that stands after the theme's; empty without a color. Printed pages keep the theme's colors. */
export function clubStyle(colors: ClubColors): string {
  if (validColor(colors.primary) === null && validColor(colors.accent) === null) return ''
  const { paper, festive } = clubTokens(colors)
  const rules = (scheme: ColorScheme) =>
    writeRule('html:root', paper[scheme]) + writeRule("html [data-ground='festive']", festive[scheme])
  return `@media screen{${rules('light')}}@media screen and (prefers-color-scheme:dark){${rules('dark')}}`
}

const writeRule = (selector: string, tokens: Tokens): string =>
  `${selector}{${Object.entries(tokens)
    .map(([name, color]) => `--color-${name}:${color}`)
    .join(';')}}`

/** The theme's own color of the header. */
export const ownThemeColor = '#143a2e'

/** The color of the header, in which browsers and phones draw their own bars. */
export const pickThemeColor = (colors: ClubColors): string =>
  (validColor(colors.primary) && clubTokens(colors).festive.light['ground']) || ownThemeColor

/** Searches from this color toward black and white at once, and returns the first that passes. The hue stays. */
export function nearestPassing(color: string, passes: (color: string) => boolean): string {
  if (passes(color)) return color
  const { lightness, ...tint } = toHsl(color)
  for (let step = 1; step <= 500; step++) {
    const both = [lightness - step / 500, lightness + step / 500].map((moved) => Math.min(1, Math.max(0, moved)))
    const passing = both.map((moved) => toHex({ ...tint, lightness: moved })).find(passes)
    if (passing) return passing
  }
  return color
}

const lowestRatio = (color: string, others: readonly string[]): number =>
  Math.min(...others.map((other) => computeContrast(color, other)))

/** The contrast ratio of WCAG 2.2 between two colors, from 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Red, green and blue from 0 to 1. */
const parseChannels = (hex: string): [red: number, green: number, blue: number] => {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

const formatHex = (channels: readonly number[]): string =>
  `#${channels
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

export function computeLuminance(hex: string): number {
  const [red, green, blue] = parseChannels(hex).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Mixes as `color-mix(in srgb, …)` does, with this share of the other color. */
function mixColors(color: string, other: string, share: number): string {
  const others = parseChannels(other)
  return formatHex(parseChannels(color).map((one, at) => one * (1 - share) + (others[at] ?? 0) * share))
}

interface Hsl {
  /** Degrees. */
  readonly hue: number
  readonly saturation: number
  readonly lightness: number
}

export function toHsl(hex: string): Hsl {
  const [red, green, blue] = parseChannels(hex)
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [lightness, chroma] = [(max + min) / 2, max - min]
  if (chroma === 0) return { hue: 0, saturation: 0, lightness }
  const sector =
    max === red ? (green - blue) / chroma : max === green ? (blue - red) / chroma + 2 : (red - green) / chroma + 4
  return { hue: (sector * 60 + 360) % 360, saturation: chroma / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function toHex({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const sector = (offset + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))
  }
  return formatHex([channel(0), channel(8), channel(4)])
}
