import { DiscMarks } from './disc.tsx'
import { FeatherMarks } from './feather.tsx'

const columns = [0, 1, 2, 3, 4, 5, 6]
const rows = [0, 1]

const trees = [
  [96, 60, 15],
  [124, 46, 19],
  [151, 62, 13],
  [566, 66, 17],
  [594, 50, 21],
  [624, 68, 15],
  [664, 150, 16],
  [686, 176, 20],
  [40, 196, 18],
  [62, 222, 14],
  [634, 318, 15],
  [660, 304, 18],
] as const

export interface PlayingFieldsProps {
  readonly className?: string | undefined
  readonly label: string
}

/** Two rows of fields from above, and the place where teams meet. It may be cut off on its sides. */
export function PlayingFields({ className, label }: PlayingFieldsProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 720 360"
      width="720"
      height="360"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
    >
      <rect width="720" height="360" fill="var(--color-good-ground)" />
      <Roads />
      <g transform="rotate(-7 360 180)">
        {rows.flatMap((row) =>
          columns.map((column) => <PlayingField key={`${row} ${column}`} x={72 + column * 84} y={96 + row * 104} />),
        )}
      </g>
      {trees.map(([x, y, radius]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x + 3} cy={y + 4} r={radius} fill="var(--color-ink)" opacity="0.12" />
          <circle cx={x} cy={y} r={radius} fill="#3f7a5c" />
          <path
            d={`M${x - radius * 0.45} ${y - radius * 0.2}q${radius * 0.3}-${radius * 0.45} ${radius * 0.7}-${radius * 0.3}`}
            fill="none"
            stroke="#6aa884"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
        </g>
      ))}
      <path
        d="M150 344C196 240 268 176 344 172"
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 11"
      />
      <Pin />
    </svg>
  )
}

function Roads() {
  const road = 'M-20 336C180 352 420 318 740 262M20-20C8 110 30 240 74 380'
  return (
    <g fill="none" strokeLinecap="round">
      <path d={road} stroke="var(--color-control-line)" strokeWidth="26" opacity="0.55" />
      <path d={road} stroke="var(--color-raised)" strokeWidth="22" />
      <path d={road} stroke="var(--color-line)" strokeWidth="2.5" strokeDasharray="12 12" />
    </g>
  )
}

/** A field with its two end zones. */
function PlayingField({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="66" height="88" rx="3" fill="#5d9a76" />
      <path d="M0 22h66M0 66h66" stroke="#2c6247" strokeWidth="44" opacity="0.16" />
      <rect x="3" y="3" width="60" height="82" fill="none" stroke="#f4faf2" strokeWidth="2" />
      <path d="M3 20h60M3 68h60" stroke="#f4faf2" strokeWidth="2" />
      <path d="M31 36h4M31 52h4" stroke="#f4faf2" strokeWidth="2" strokeLinecap="round" />
    </g>
  )
}

/** The sign of the app, stuck into the grass. */
function Pin() {
  return (
    <g transform="translate(360 170)">
      <ellipse cy="22" rx="46" ry="11" fill="var(--art-ink)" opacity="0.28" />
      {([-52, -26, 0, 26, 52] as const).map((angle, index) => (
        <FeatherMarks
          key={angle}
          tone={index % 2 === 0 ? 'cranberry' : 'gold'}
          length={96}
          halfWidth={17}
          barbs={5}
          transform={`rotate(${angle})`}
        />
      ))}
      <g transform="rotate(-8)">
        <DiscMarks radius={44} openness={0.72} />
      </g>
    </g>
  )
}
