/** The tones a feather comes in. */
export type FeatherTone = 'cranberry' | 'pumpkin' | 'gold' | 'cream' | 'bark'

interface FeatherColours {
  readonly tip: string
  readonly band: string
  readonly vane: string
  readonly quill: string
}

const art = (name: string) => `var(--art-${name})`

export const featherColours: Readonly<Record<FeatherTone, FeatherColours>> = {
  cranberry: { tip: art('cream'), band: art('bark'), vane: art('cranberry'), quill: art('cream') },
  pumpkin: { tip: art('cream'), band: art('bark'), vane: art('pumpkin'), quill: art('cream') },
  gold: { tip: art('disc'), band: art('cranberry'), vane: art('gold'), quill: art('bark') },
  cream: { tip: art('gold'), band: art('bark'), vane: art('cream'), quill: art('bark') },
  bark: { tip: art('gold'), band: art('cranberry'), vane: art('bark'), quill: art('cream') },
}

type Point = readonly [x: number, y: number]
type Cubic = readonly [Point, Point, Point, Point]

/**
 * The edges of a feather that stands on the origin and points up, in shares of its half width and its length: slim at
 * the quill, fullest near the end, and blunt like a turkey's, leaning a little as if the wind came from the left.
 */
const leftRise: Cubic = [
  [0, 0],
  [-0.22, 0.14],
  [-1, 0.4],
  [-1, 0.74],
]
const leftTip: Cubic = [
  [-1, 0.74],
  [-1, 0.92],
  [-0.6, 1],
  [0.06, 1],
]
const rightTip: Cubic = [
  [1, 0.72],
  [1, 0.9],
  [0.66, 0.99],
  [0.06, 1],
]
const rightRise: Cubic = [
  [0, 0],
  [0.22, 0.14],
  [1, 0.4],
  [1, 0.72],
]

/** The outline of a whole feather. */
export function featherOutline(length: number, halfWidth: number): string {
  const at = place(length, halfWidth)
  return `M0 0${curve(leftRise, at)}${curve(leftTip, at)}${curve(reversed(rightTip), at)}${curve(reversed(rightRise), at)}Z`
}

/** The feather below a rounded cut, which crosses the edges at this share of the tip's curves: 0 low, 1 at the tip. */
export function featherBelow(length: number, halfWidth: number, cut: number): string {
  const at = place(length, halfWidth)
  const left = firstPart(leftTip, cut)
  const right = firstPart(rightTip, cut)
  const dome = at([0.03, left[3][1] + 0.085])
  return `M0 0${curve(leftRise, at)}${curve(left, at)}Q${dome} ${at(right[3])}${curve(reversed(right), at)}${curve(reversed(rightRise), at)}Z`
}

/** The shaft: a sliver that thins out towards the tip and reaches a little below the vane. */
function featherQuill(length: number, halfWidth: number): string {
  const base = round(Math.max(halfWidth * 0.07, 0.6))
  return `M${-base} ${round(length * 0.05)}L0 ${round(-length * 0.86)}L${base} ${round(length * 0.05)}Z`
}

/** Pairs of barbs, as open strokes that leave the shaft upwards; `count` on either side. */
function featherBarbs(length: number, halfWidth: number, count: number): string {
  const barb = (index: number) => {
    const from = 0.3 + (0.36 * index) / Math.max(1, count - 1)
    const start = -length * from
    const end = start - length * 0.13
    const reach = halfWidth * (0.3 + from * 0.72)
    const side = (direction: number) => {
      const bend = `${round(direction * reach * 0.45)} ${round(start - length * 0.07)}`
      return `M0 ${round(start)}Q${bend} ${round(direction * reach)} ${round(end)}`
    }
    return side(-1) + side(1)
  }
  return Array.from({ length: count }, (_, index) => barb(index)).join('')
}

/** The part of a curve before the share `t` of it, after de Casteljau. */
function firstPart([a, b, c, d]: Cubic, t: number): Cubic {
  const ab = between(a, b, t)
  const bc = between(b, c, t)
  const abc = between(ab, bc, t)
  return [a, ab, abc, between(abc, between(bc, between(c, d, t), t), t)]
}

function between(from: Point, to: Point, t: number): Point {
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
}

function reversed([a, b, c, d]: Cubic): Cubic {
  return [d, c, b, a]
}

function place(length: number, halfWidth: number) {
  return ([x, y]: Point) => `${round(x * halfWidth)} ${round(-y * length)}`
}

function curve([, b, c, d]: Cubic, at: (point: Point) => string): string {
  return `C${at(b)} ${at(c)} ${at(d)}`
}

/** To the tenth of a pixel, which keeps the paths short. */
export const round = (value: number): number => Math.round(value * 10) / 10

export interface FeatherMarksProps {
  readonly tone: FeatherTone
  readonly length: number
  readonly halfWidth: number
  /** Pairs of barbs drawn; none where the feather is too small to show them. */
  readonly barbs?: number
  /** The place of the feather, as an SVG transform. */
  readonly transform?: string
}

/** One feather inside a larger drawing: tip, band, vane, barbs and quill, laid over one another. */
export function FeatherMarks({ tone, length, halfWidth, barbs = 0, transform }: FeatherMarksProps) {
  const colours = featherColours[tone]
  return (
    <g transform={transform}>
      <path fill={colours.tip} d={featherOutline(length, halfWidth)} />
      <path fill={colours.band} d={featherBelow(length, halfWidth, 0.36)} />
      <path fill={colours.vane} d={featherBelow(length, halfWidth, 0.14)} />
      {barbs > 0 && (
        <path
          d={featherBarbs(length, halfWidth, barbs)}
          fill="none"
          stroke={colours.quill}
          strokeWidth={halfWidth * 0.03}
          strokeLinecap="round"
          opacity="0.35"
        />
      )}
      <path fill={colours.quill} d={featherQuill(length, halfWidth)} />
    </g>
  )
}

export interface FeatherProps {
  readonly tone?: FeatherTone
  readonly className?: string | undefined
}

/** A single feather, pointing up, for section heads and empty states. Pure decoration. */
export function Feather({ tone = 'pumpkin', className }: FeatherProps) {
  return (
    <svg className={className} viewBox="-24 -101 48 108" width="48" height="108" aria-hidden="true">
      <FeatherMarks tone={tone} length={100} halfWidth={22} barbs={6} />
    </svg>
  )
}
