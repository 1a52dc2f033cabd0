import sharp from 'sharp'

interface DemoPicture {
  readonly title: string
  /** Draws the picture as a camera would hand it over. */
  readonly picture: () => Promise<Uint8Array>
}

/** The palette of the site, at different times of the day. */
const colors = {
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

const width = 1600
const height = 1064

interface Point {
  readonly x: number
  readonly y: number
}

/** Returns random numbers from 0 to below 1, the same at every start, so that the picture stays the same. */
const scattered = (index: number): number => {
  const far = Math.sin(index * 127.1 + 11.7) * 43_758.5453
  return far - Math.floor(far)
}

const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const gradient = (id: string, stops: readonly string[], direction = 'x1="0" y1="0" x2="0" y2="1"'): string =>
  `<linearGradient id="${id}" ${direction}>${stops
    .map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`

const glow = (id: string, color: string, strength = 0.9): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${strength}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`

/** A disc seen from the side it flies towards; `tilt` in degrees. */
const disc = ({ x, y }: Point, radius: number, tilt: number): string => `
  <g transform="translate(${x} ${y}) rotate(${tilt})">
    <ellipse rx="${radius}" ry="${radius * 0.3}" cy="${radius * 0.09}" fill="${colors.rim}"/>
    <ellipse rx="${radius}" ry="${radius * 0.28}" fill="#fffdf8"/>
    <ellipse rx="${radius * 0.7}" ry="${radius * 0.18}" fill="none" stroke="${colors.pumpkin}" stroke-width="${radius * 0.05}"/>
    <ellipse rx="${radius * 0.3}" ry="${radius * 0.075}" fill="${colors.cranberry}" opacity="0.9"/>
  </g>`

/** The trail of a disc, thinner the longer ago. */
const flightPath = (from: Point, over: Point, to: Point, color: string): string =>
  times(26, (index) => {
    const at = index / 26
    const on = (axis: 'x' | 'y') => (1 - at) ** 2 * from[axis] + 2 * at * (1 - at) * over[axis] + at ** 2 * to[axis]
    return `<circle cx="${on('x').toFixed(1)}" cy="${on('y').toFixed(1)}" r="${(1.5 + 4 * at).toFixed(1)}" fill="${color}" opacity="${(0.15 + 0.6 * at).toFixed(2)}"/>`
  })

/** A line of hills from edge to edge, filled to the bottom. */
const hills = (base: number, swing: number, phase: number, fill: string): string => {
  const at = (x: number) => base - swing * (Math.sin(x / 310 + phase) + 0.45 * Math.sin(x / 121 + phase * 2.3))
  const crest = Array.from({ length: 41 }, (_, index) => `L${index * 40} ${at(index * 40).toFixed(1)}`).join('')
  return `<path d="M0 ${height}${crest}L${width} ${height}Z" fill="${fill}"/>`
}

/** Trees on a horizon: crowns of many sizes that grow together. */
const trees = (base: number, fill: string, seed: number): string =>
  times(70, (index) => {
    const [x, size] = [scattered(index + seed) * width, 18 + 42 * scattered(index * 3 + seed)]
    return `<ellipse cx="${x.toFixed(0)}" cy="${(base - size * 0.5).toFixed(0)}" rx="${(size * 0.8).toFixed(0)}" ry="${size.toFixed(0)}" fill="${fill}"/>`
  })

const cone = ({ x, y }: Point, size: number): string =>
  `<path d="M${x - size / 2} ${y}L${x - size / 9} ${y - size}L${x + size / 9} ${y - size}L${x + size / 2} ${y}Z" fill="${colors.pumpkin}"/>
   <path d="M${x - size * 0.36} ${y - size * 0.36}L${x - size * 0.26} ${y - size * 0.62}L${x + size * 0.26} ${y - size * 0.62}L${x + size * 0.36} ${y - size * 0.36}Z" fill="${colors.paper}" opacity="0.85"/>`

/** Draws the picture at 0.6 of its size, so that the start is quick. */
const picture = (definitions: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 0.6}" height="${height * 0.6}" viewBox="0 0 ${width} ${height}"><defs>${definitions}</defs>${content}</svg>`

const { pine, deep, grass, lawn, cream, paper, gold, pumpkin, cranberry, bark, ink } = colors
const sheet = (fill: string, y = 0, rest = '') =>
  `<rect y="${y}" width="${width}" height="${height - y}" fill="${fill}" ${rest}/>`
const line = (from: Point, to: Point, thick: number, fill: string) =>
  `<path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="${fill}" stroke-width="${thick}" stroke-linecap="round"/>`

/** Stripes of mown grass that run to a point on the horizon. */
const stripes = (horizon: number, vanishing: number, light: string, dark: string) =>
  times(22, (index) => {
    const [left, right] = [(index - 11) * 300 + vanishing, (index - 10) * 300 + vanishing]
    const far = (x: number) => vanishing + (x - vanishing) * 0.13
    return `<path d="M${far(left)} ${horizon}L${far(right)} ${horizon}L${right} ${height}L${left} ${height}Z" fill="${index % 2 ? light : dark}"/>`
  })

const firstPull = (): string =>
  picture(
    gradient('sky', ['#1d4a43', '#5d7f6b', '#e9b872', '#f7d9a0']) +
      glow('sun', '#fff3d0') +
      gradient('mist', ['#f7e3bd00', '#f7e3bd99', '#f7e3bd00']),
    sheet('url(#sky)') +
      `<circle cx="1130" cy="560" r="420" fill="url(#sun)"/><circle cx="1130" cy="560" r="74" fill="#fff6dc"/>` +
      hills(610, 46, 0.4, '#6f8b73') +
      hills(650, 34, 2.1, '#3f6a58') +
      trees(676, '#21493b', 5) +
      sheet(grass, 670) +
      stripes(670, 820, '#39785282', '#2a634682') +
      `<rect y="600" width="${width}" height="180" fill="url(#mist)"/>` +
      line({ x: 700, y: 672 }, { x: -260, y: 1064 }, 7, `${paper}cc`) +
      line({ x: 980, y: 672 }, { x: 2000, y: 1064 }, 7, `${paper}cc`) +
      line({ x: 498, y: 755 }, { x: 1196, y: 755 }, 5, `${paper}cc`) +
      cone({ x: 498, y: 760 }, 34) +
      cone({ x: 1196, y: 760 }, 34) +
      cone({ x: 230, y: 880 }, 62) +
      flightPath({ x: 1500, y: 720 }, { x: 1160, y: 60 }, { x: 560, y: 300 }, '#fffdf8') +
      disc({ x: 540, y: 306 }, 92, -14),
  )

const fieldFromAbove = (): string =>
  picture(
    gradient('light', ['#ffffff22', '#00000033'], 'x1="0" y1="0" x2="1" y2="1"') + glow('shade', '#0c241d', 0.55),
    sheet(lawn) +
      `<g transform="rotate(-14 800 532)">` +
      times(16, (index) => `<rect x="${-300 + index * 140}" y="-400" width="70" height="1900" fill="#2f6b4a"/>`) +
      `<rect x="120" y="250" width="1360" height="560" fill="none" stroke="${paper}" stroke-width="7"/>` +
      line({ x: 400, y: 250 }, { x: 400, y: 810 }, 7, paper) +
      line({ x: 1200, y: 250 }, { x: 1200, y: 810 }, 7, paper) +
      [120, 400, 1200, 1480]
        .flatMap((x) =>
          [250, 810].map(
            (y) =>
              `<circle cx="${x}" cy="${y}" r="15" fill="${pumpkin}"/><circle cx="${x}" cy="${y}" r="6" fill="${cream}"/>`,
          ),
        )
        .join('') +
      times(14, (index) => {
        const [x, y] = [300 + scattered(index + 3) * 1000, 300 + scattered(index * 7 + 1) * 450]
        const shirt = index % 2 ? cranberry : gold
        return `<ellipse cx="${x + 26}" cy="${y + 34}" rx="30" ry="9" fill="${deep}" opacity="0.4" transform="rotate(50 ${x + 26} ${y + 34})"/><ellipse cx="${x}" cy="${y}" rx="21" ry="13" fill="${shirt}" transform="rotate(${scattered(index) * 180} ${x} ${y})"/><circle cx="${x}" cy="${y}" r="9" fill="${index % 3 ? bark : ink}"/>`
      }) +
      `</g>` +
      `<ellipse cx="1190" cy="470" rx="120" ry="110" fill="url(#shade)"/>` +
      flightPath({ x: 260, y: 930 }, { x: 480, y: 240 }, { x: 1080, y: 330 }, '#fffdf8') +
      `<circle cx="1110" cy="322" r="86" fill="${colors.rim}"/><circle cx="1108" cy="318" r="84" fill="#fffdf8"/><circle cx="1108" cy="318" r="60" fill="none" stroke="${pumpkin}" stroke-width="6"/><circle cx="1108" cy="318" r="24" fill="${cranberry}"/>` +
      sheet('url(#light)'),
  )

const lastLight = (): string =>
  picture(
    gradient('sky', ['#4a1a33', '#9b2a3f', '#e0632a', '#f4b63a', '#fbdc92']) +
      glow('sun', '#fff0c0', 0.95) +
      gradient('ground', ['#3b1d1c', '#150d0b']),
    sheet('url(#sky)') +
      times(
        9,
        (index) =>
          `<ellipse cx="${scattered(index + 2) * width}" cy="${90 + index * 52}" rx="${190 + 210 * scattered(index + 9)}" ry="${7 + 9 * scattered(index)}" fill="#ffd9a0" opacity="${0.1 + 0.035 * index}"/>`,
      ) +
      `<circle cx="800" cy="700" r="560" fill="url(#sun)"/><circle cx="800" cy="690" r="196" fill="#fff1c4"/>` +
      hills(770, 30, 1.2, '#7a2b2c') +
      trees(800, '#3b1a1c', 23) +
      sheet('url(#ground)', 790) +
      stripes(790, 800, '#ffb45a0c', '#00000022') +
      line({ x: 560, y: 800 }, { x: 60, y: 1064 }, 6, '#f4b63a88') +
      line({ x: 1040, y: 800 }, { x: 1540, y: 1064 }, 6, '#f4b63a88') +
      cone({ x: 420, y: 884 }, 50) +
      cone({ x: 1180, y: 884 }, 50) +
      flightPath({ x: 60, y: 420 }, { x: 420, y: 250 }, { x: 720, y: 560 }, '#5b2a1b') +
      `<g transform="translate(800 612) rotate(17)"><ellipse rx="128" ry="30" cy="8" fill="#2b1110"/><ellipse rx="128" ry="25" fill="#4f211c"/><ellipse rx="128" ry="25" fill="none" stroke="#f4b63a" stroke-width="4" opacity="0.7"/></g>`,
  )

const universePoint = (): string => {
  const tower = (x: number, lean: number) =>
    `<path d="M${x} 250L${x + lean - 620} 1064L${x + lean + 620} 1064Z" fill="url(#beam)"/>` +
    line({ x, y: 250 }, { x, y: 690 }, 10, '#07150f') +
    times(
      8,
      (index) =>
        `<circle cx="${x - 51 + (index % 4) * 34}" cy="${218 + Math.floor(index / 4) * 34}" r="13" fill="#fff8df"/>`,
    ) +
    `<circle cx="${x}" cy="236" r="210" fill="url(#lamp)"/>`
  return picture(
    gradient('sky', ['#07130f', '#0f2b23', '#1d4a3b']) +
      glow('lamp', '#ffeeb8', 0.75) +
      gradient('beam', ['#fff2c433', '#fff2c40a', '#fff2c400']) +
      gradient('field', ['#1c4a35', '#2f6b4a']),
    sheet('url(#sky)') +
      times(
        90,
        (index) =>
          `<circle cx="${scattered(index) * width}" cy="${scattered(index + 200) * 520}" r="${0.8 + 1.6 * scattered(index + 400)}" fill="#fff8e0" opacity="${0.25 + 0.6 * scattered(index + 600)}"/>`,
      ) +
      trees(690, '#081a13', 41) +
      sheet('url(#field)', 686) +
      stripes(686, 800, '#ffffff0d', '#0000001c') +
      tower(250, 340) +
      tower(1350, -340) +
      line({ x: 640, y: 690 }, { x: -120, y: 1064 }, 7, `${paper}bb`) +
      line({ x: 960, y: 690 }, { x: 1720, y: 1064 }, 7, `${paper}bb`) +
      line({ x: 446, y: 785 }, { x: 1154, y: 785 }, 5, `${paper}bb`) +
      cone({ x: 446, y: 790 }, 36) +
      cone({ x: 1154, y: 790 }, 36) +
      `<ellipse cx="890" cy="948" rx="120" ry="16" fill="${deep}" opacity="0.5"/>` +
      flightPath({ x: 150, y: 640 }, { x: 420, y: 180 }, { x: 860, y: 430 }, '#fff8df') +
      disc({ x: 890, y: 446 }, 118, 18),
  )
}

/** A feather of the turkey's tail, upwards from where the fan begins. */
const feather = (angle: number, fill: string) =>
  `<g transform="rotate(${angle})"><path d="M0 0C-58 -120 -52 -290 0 -352C52 -290 58 -120 0 0Z" fill="${fill}"/><path d="M0 -40L0 -330" stroke="${cream}" stroke-width="5" opacity="0.55"/><path d="M-34 -262Q0 -214 34 -262" fill="none" stroke="${cream}" stroke-width="9" opacity="0.7"/></g>`

const saturdayTable = (): string => {
  const plate = ({ x, y }: Point, food: string) =>
    `<circle cx="${x + 8}" cy="${y + 12}" r="132" fill="${ink}" opacity="0.35"/><circle cx="${x}" cy="${y}" r="130" fill="#fffdf8"/><circle cx="${x}" cy="${y}" r="94" fill="#f3eadb"/>${food}`
  const pie = ({ x, y }: Point) =>
    `<circle cx="${x}" cy="${y}" r="88" fill="#b86b2c"/><circle cx="${x}" cy="${y}" r="74" fill="${pumpkin}"/>${times(8, (index) => `<path d="M${x} ${y}L${x} ${y - 74}" stroke="#a8481a" stroke-width="3" transform="rotate(${index * 45} ${x} ${y})"/>`)}<circle cx="${x}" cy="${y}" r="20" fill="${paper}"/>`
  const berries = ({ x, y }: Point) =>
    times(
      24,
      (index) =>
        `<circle cx="${x - 50 + 100 * scattered(index + 31)}" cy="${y - 50 + 100 * scattered(index + 77)}" r="15" fill="${index % 3 ? cranberry : '#8f1a31'}"/>`,
    )
  const fan = [-75, -50, -25, 0, 25, 50, 75]
    .map((angle, index) => feather(angle, [cranberry, pumpkin, gold][index % 3] ?? gold))
    .join('')
  return picture(
    gradient('wood', ['#7a4426', '#5b2a1b'], 'x1="0" y1="0" x2="1" y2="0"') + glow('candle', '#ffe7ad', 0.3),
    sheet('url(#wood)') +
      times(9, (index) => `<rect y="${index * 120}" width="${width}" height="4" fill="#3d1b11" opacity="0.6"/>`) +
      times(
        60,
        (index) =>
          `<rect x="${scattered(index) * width}" y="${scattered(index + 90) * height}" width="${60 + 200 * scattered(index + 50)}" height="2" fill="#3d1b11" opacity="0.25"/>`,
      ) +
      `<rect x="0" y="372" width="${width}" height="320" fill="${pine}"/><rect y="386" width="${width}" height="6" fill="${gold}"/><rect y="672" width="${width}" height="6" fill="${gold}"/>` +
      `<g transform="translate(800 640)">${fan}<circle r="150" cy="-10" fill="#fffdf8"/><circle r="108" cy="-10" fill="none" stroke="${pumpkin}" stroke-width="9"/><circle r="52" cy="-10" fill="${bark}"/></g>` +
      plate({ x: 250, y: 240 }, pie({ x: 250, y: 240 })) +
      plate({ x: 1350, y: 250 }, berries({ x: 1350, y: 250 })) +
      plate({ x: 270, y: 850 }, berries({ x: 270, y: 850 })) +
      plate({ x: 1330, y: 850 }, pie({ x: 1330, y: 850 })) +
      `<circle cx="800" cy="480" r="760" fill="url(#candle)"/>`,
  )
}

/** Drawn, so that no person's face is in a demonstration. */
const scenes: readonly (readonly [title: string, scene: () => string])[] = [
  ['First pull of the weekend, Saturday 8:30 AM', firstPull],
  ['Field 2 from above: up the line for the score', fieldFromAbove],
  ['The long table before the turkey came out', saturdayTable],
  ['Universe point under the lights', universePoint],
  ['Last throw of Sunday', lastLight],
]

export const demoPictures: readonly DemoPicture[] = scenes.map(([title, scene]) => ({
  title,
  picture: () => sharp(Buffer.from(scene())).png({ compressionLevel: 1 }).toBuffer(),
}))
