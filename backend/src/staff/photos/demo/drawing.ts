/** The palette of the site, at different times of the day. */
export const colours = {
  pine: '#143a2e',
  deep: '#0c241d',
  grass: '#2f6b4a',
  lawn: '#3d7f57',
  cream: '#f6dfb4',
  paper: '#fbf6ec',
  gold: '#f4b63a',
  pumpkin: '#e0632a',
  cranberry: '#b3233c',
  bark: '#5b2a1b',
  ink: '#241a14',
  rim: '#c9b697',
} as const

export const width = 1600
export const height = 1064

export interface Point {
  readonly x: number
  readonly y: number
}

/** The same numbers at every start, from 0 to below 1: a meadow should not move. */
export const scattered = (index: number): number => {
  const far = Math.sin(index * 127.1 + 11.7) * 43_758.5453
  return far - Math.floor(far)
}

export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

export const gradient = (id: string, stops: readonly string[], direction = 'x1="0" y1="0" x2="0" y2="1"'): string =>
  `<linearGradient id="${id}" ${direction}>${stops
    .map((colour, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

export const glow = (id: string, colour: string, strength = 0.9): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

/** A disc seen from the side it flies towards; `tilt` in degrees. */
export const disc = ({ x, y }: Point, radius: number, tilt: number): string => `
  <g transform="translate(${x} ${y}) rotate(${tilt})">
    <ellipse rx="${radius}" ry="${radius * 0.3}" cy="${radius * 0.09}" fill="${colours.rim}"/>
    <ellipse rx="${radius}" ry="${radius * 0.28}" fill="#fffdf8"/>
    <ellipse rx="${radius * 0.7}" ry="${radius * 0.18}" fill="none" stroke="${colours.pumpkin}" stroke-width="${radius * 0.05}"/>
    <ellipse rx="${radius * 0.3}" ry="${radius * 0.075}" fill="${colours.cranberry}" opacity="0.9"/>
  </g>`

/** The trail of a disc, thinner the longer ago. */
export const flightPath = (from: Point, over: Point, to: Point, colour: string): string =>
  times(26, (index) => {
    const at = index / 26
    const on = (axis: 'x' | 'y') => (1 - at) ** 2 * from[axis] + 2 * at * (1 - at) * over[axis] + at ** 2 * to[axis]
    return `<circle cx="${on('x').toFixed(1)}" cy="${on('y').toFixed(1)}" r="${(1.5 + 4 * at).toFixed(1)}" fill="${colour}" opacity="${(0.15 + 0.6 * at).toFixed(2)}"/>`
  })

/** A line of hills from edge to edge, filled to the bottom. */
export const hills = (base: number, swing: number, phase: number, fill: string): string => {
  const at = (x: number) => base - swing * (Math.sin(x / 310 + phase) + 0.45 * Math.sin(x / 121 + phase * 2.3))
  const crest = Array.from({ length: 41 }, (_, index) => `L${index * 40} ${at(index * 40).toFixed(1)}`).join('')
  return `<path d="M0 ${height}${crest}L${width} ${height}Z" fill="${fill}"/>`
}

/** Trees on a horizon: crowns of many sizes that grow together. */
export const trees = (base: number, fill: string, seed: number): string =>
  times(70, (index) => {
    const [x, size] = [scattered(index + seed) * width, 18 + 42 * scattered(index * 3 + seed)]
    return `<ellipse cx="${x.toFixed(0)}" cy="${(base - size * 0.5).toFixed(0)}" rx="${(size * 0.8).toFixed(0)}" ry="${size.toFixed(0)}" fill="${fill}"/>`
  })

export const cone = ({ x, y }: Point, size: number): string =>
  `<path d="M${x - size / 2} ${y}L${x - size / 9} ${y - size}L${x + size / 9} ${y - size}L${x + size / 2} ${y}Z" fill="${colours.pumpkin}"/>
   <path d="M${x - size * 0.36} ${y - size * 0.36}L${x - size * 0.26} ${y - size * 0.62}L${x + size * 0.26} ${y - size * 0.62}L${x + size * 0.36} ${y - size * 0.36}Z" fill="${colours.paper}" opacity="0.85"/>`

/** Drawn smaller than it is measured, for the sake of a quick start. */
export const picture = (definitions: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 0.6}" height="${height * 0.6}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs>${content}</svg>`
