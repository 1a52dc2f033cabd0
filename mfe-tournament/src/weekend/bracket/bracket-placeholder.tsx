import { DiscMarks } from '@ultimate/kit/art/disc.tsx'
import { FeatherMarks } from '@ultimate/kit/art/feather.tsx'
import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import styles from './bracket-placeholder.module.css'

/** The page before the pools have decided the pairings. */
export function BracketPlaceholder() {
  return (
    <section className={styles['panel']} data-ground="festive" aria-labelledby="bracket-when">
      <div className={styles['words']}>
        <h2 id="bracket-when">Brackets are posted at the conclusion of Saturday pool play.</h2>
        <p className={styles['lead']}>Check back Saturday evening.</p>
      </div>
      <div
        role="img"
        aria-label="A bracket still without teams: Round 1 with four games, Semifinal with two, then the Final"
      >
        <FlyingBracket className={styles['flying']} />
        <FallingBracket className={styles['falling']} />
      </div>
      <div className={styles['actions']}>
        <LinkButton to="/tournament/poolplay">See the pools</LinkButton>
        <LinkButton to="/tournament/info#schedule" variant="secondary">
          Weekend schedule
        </LinkButton>
      </div>
    </section>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}
interface DrawingProps {
  readonly className?: string | undefined
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Returns the middle of each pair of neighbors, where their winners meet: of 0, 2, 4, 8 it is 1, 6. */
const listMidways = (positions: readonly number[]): number[] =>
  range(positions.length / 2).map((pair) => ((positions[2 * pair] ?? 0) + (positions[2 * pair + 1] ?? 0)) / 2)

/** The bracket from left to right, for wide screens: every place has room for a name. */
function FlyingBracket({ className }: DrawingProps) {
  const { games, finals } = useLengths()
  const first = range(8).map((index) => 96 + index * 54)
  const semifinal = listMidways(first)
  const final = listMidways(semifinal)
  const [champion = 0] = listMidways(final)
  const column = (x: number, ys: readonly number[]): Point[] => ys.map((y) => ({ x, y }))
  const flight = (from: Point, to: Point) =>
    `M${from.x} ${from.y}C${from.x + 84} ${from.y} ${to.x - 96} ${to.y} ${to.x} ${to.y}`
  const paths = [
    ...first.map((y, index) => flight({ x: 250, y }, { x: 376, y: semifinal[Math.floor(index / 2)] ?? 0 })),
    ...semifinal.map((y, index) => flight({ x: 584, y }, { x: 702, y: final[Math.floor(index / 2)] ?? 0 })),
    ...final.map((y) => flight({ x: 884, y }, { x: 968, y: champion })),
  ]
  return (
    <svg className={className} viewBox="0 0 1164 500" width="1164" height="500" aria-hidden="true">
      <Flights paths={paths} width={3.5} />
      <Round name="Round 1" games={games} at={{ x: 16, y: 26 }} />
      <Round name="Semifinal" games={finals} at={{ x: 380, y: 26 }} />
      <Round name="Final" games={finals} at={{ x: 706, y: 26 }} />
      {column(32, first).map((at) => (
        <Place key={at.y} at={at} radius={17} name={170} />
      ))}
      {column(396, semifinal).map((at) => (
        <Place key={at.y} at={at} radius={17} name={140} />
      ))}
      {column(722, final).map((at) => (
        <Place key={at.y} at={at} radius={17} name={118} />
      ))}
      <Winner at={{ x: 1024, y: champion }} size={1} />
    </svg>
  )
}

/** The bracket from top to bottom, for phones: a place is its disc alone, and each round is named above its row. */
function FallingBracket({ className }: DrawingProps) {
  const { games, finals } = useLengths()
  // Between the halves there is room for the names of the rounds.
  const first = range(8).map((index) => 16 + index * 32 + (index < 4 ? 0 : 48))
  const semifinal = listMidways(first)
  const final = listMidways(semifinal)
  const row = (y: number, xs: readonly number[]): Point[] => xs.map((x) => ({ x, y }))
  const flight = (from: Point, to: Point) =>
    `M${from.x} ${from.y}C${from.x} ${from.y + 30} ${to.x} ${to.y - 80} ${to.x} ${to.y}`
  const paths = [
    ...first.map((x, index) => flight({ x, y: 84 }, { x: semifinal[Math.floor(index / 2)] ?? 0, y: 186 })),
    ...semifinal.map((x, index) => flight({ x, y: 226 }, { x: final[Math.floor(index / 2)] ?? 0, y: 309 })),
    ...final.map((x) => flight({ x, y: 355 }, { x: 152, y: 448 })),
  ]
  return (
    <svg className={className} viewBox="0 0 304 538" width="304" height="538" aria-hidden="true">
      <Flights paths={paths} width={3} />
      <Round name="Round 1" games={games} at={{ x: 152, y: 18 }} centered />
      <Round name="Semifinal" games={finals} at={{ x: 152, y: 156 }} centered />
      <Round name="Final" games={finals} at={{ x: 152, y: 276 }} centered />
      {row(68, first).map((at) => (
        <Place key={at.x} at={at} radius={13} />
      ))}
      {row(205, semifinal).map((at) => (
        <Place key={at.x} at={at} radius={17} />
      ))}
      {row(331, final).map((at) => (
        <Place key={at.x} at={at} radius={20} />
      ))}
      <Winner at={{ x: 152, y: 482 }} size={0.82} />
    </svg>
  )
}

/** Returns how far games go, by the rules of the edition: `Games to 11`, and `To 13` for finals. */
function useLengths() {
  const { games, finals } = useWords()
  return { games, finals: finals.includes(' go to ') ? finals.replace(/^.* go to /, 'To ') : '' }
}

function Flights({ paths, width }: { readonly paths: readonly string[]; readonly width: number }) {
  return (
    <path
      d={paths.join('')}
      fill="none"
      stroke="var(--color-accent-text)"
      strokeWidth={width}
      strokeLinecap="round"
      strokeDasharray={`0.5 ${width * 2.6}`}
    />
  )
}

interface RoundProps {
  readonly name: string
  readonly games: string
  readonly at: Point
  readonly centered?: boolean
}

/** The letters have a rim in the color of the ground, which separates them from the lines that pass them. */
function Round({ name, games, at, centered = false }: RoundProps) {
  const rim = { stroke: 'var(--color-ground)', strokeWidth: 10, strokeLinejoin: 'round', paintOrder: 'stroke' } as const
  return (
    <text x={at.x} y={at.y} textAnchor={centered ? 'middle' : 'start'} {...rim}>
      <tspan fill="var(--color-ink)" fontSize={centered ? 18 : 26} fontWeight="750">
        {name}
      </tspan>
      <tspan fill="var(--color-muted)" fontSize={centered ? 16 : 20} x={at.x} dy={centered ? 19 : 26}>
        {games}
      </tspan>
    </text>
  )
}

interface PlaceProps {
  readonly at: Point
  readonly radius: number
  /** The width of the bar in place of a name. */
  readonly name?: number
}

/** A place without a team. */
function Place({ at, radius, name }: PlaceProps) {
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      {name && <rect x={radius + 10} y="-9" width={name} height="18" rx="9" fill="var(--color-raised)" />}
      <circle r={radius} fill="var(--color-raised)" />
      <circle r={radius} fill="none" stroke="var(--color-control-line)" strokeWidth="2" strokeDasharray="5 4" />
      <circle r={radius * 0.55} fill="none" stroke="var(--color-line)" strokeWidth="2" />
    </g>
  )
}

/** The winner's place. */
function Winner({ at, size }: { readonly at: Point; readonly size: number }) {
  return (
    <g transform={`translate(${at.x} ${at.y}) scale(${size})`}>
      {([-72, -48, -24, 0, 24, 48, 72] as const).map((angle, index) => (
        <FeatherMarks
          key={angle}
          tone={index % 2 === 0 ? 'cranberry' : 'gold'}
          length={118}
          halfWidth={19}
          barbs={6}
          transform={`rotate(${angle})`}
        />
      ))}
      <g transform="translate(0 10) rotate(-10)">
        <DiscMarks radius={54} openness={0.74} />
      </g>
    </g>
  )
}
