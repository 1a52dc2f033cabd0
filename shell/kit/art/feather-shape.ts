/** The tones a feather comes in. Each is two colours of its vane and the colour of its tip. */
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
  gold: { tip: art('disc'), band: art('pumpkin'), vane: art('gold'), quill: art('bark') },
  cream: { tip: art('disc'), band: art('cranberry'), vane: art('cream'), quill: art('bark') },
  bark: { tip: art('gold'), band: art('cranberry'), vane: art('bark'), quill: art('cream') },
}

/**
 * The outline of a feather that stands on the origin and points up: slim at the quill, fullest at two thirds, with a
 * soft point that leans a little to the right, as if the wind came from the left.
 */
export function featherOutline(length: number, halfWidth: number): string {
  const x = (share: number) => round(share * halfWidth)
  const y = (share: number) => round(-share * length)
  return [
    'M0 0',
    `C${x(-0.3)} ${y(0.12)} ${x(-1)} ${y(0.34)} ${x(-1)} ${y(0.66)}`,
    `C${x(-1)} ${y(0.86)} ${x(-0.52)} ${y(0.97)} ${x(0.08)} ${y(1)}`,
    `C${x(0.62)} ${y(0.95)} ${x(1)} ${y(0.84)} ${x(1)} ${y(0.64)}`,
    `C${x(1)} ${y(0.34)} ${x(0.3)} ${y(0.12)} 0 0Z`,
  ].join('')
}

/** The shaft: a sliver that thins out towards the tip. */
export function featherQuill(length: number, halfWidth: number): string {
  const base = round(halfWidth * 0.09)
  return `M${-base} 0L0 ${round(-length * 0.82)}L${base} 0Z`
}

/** Pairs of barbs, as open strokes that leave the shaft upwards; `count` on either side. */
export function featherBarbs(length: number, halfWidth: number, count: number): string {
  const barb = (index: number) => {
    const from = 0.3 + (0.42 * index) / Math.max(1, count - 1)
    const reach = halfWidth * 0.62 * Math.sin(Math.PI * (0.35 + from * 0.45))
    const start = round(-length * from)
    const end = round(-length * (from + 0.1))
    return `M0 ${start}Q${round(-reach * 0.5)} ${round((start + end) / 2 + 1)} ${round(-reach)} ${end}M0 ${start}Q${round(reach * 0.5)} ${round((start + end) / 2 + 1)} ${round(reach)} ${end}`
  }
  return Array.from({ length: count }, (_, index) => barb(index)).join('')
}

const round = (value: number) => Math.round(value * 10) / 10
