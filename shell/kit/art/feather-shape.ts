/** The tones a feather comes in. */
export type FeatherTone = 'cranberry' | 'pumpkin' | 'gold' | 'cream' | 'bark'

export interface FeatherColours {
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
export function featherQuill(length: number, halfWidth: number): string {
  const base = round(Math.max(halfWidth * 0.07, 0.6))
  return `M${-base} ${round(length * 0.05)}L0 ${round(-length * 0.86)}L${base} ${round(length * 0.05)}Z`
}

/** Pairs of barbs, as open strokes that leave the shaft upwards; `count` on either side. */
export function featherBarbs(length: number, halfWidth: number, count: number): string {
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

const round = (value: number) => Math.round(value * 10) / 10
