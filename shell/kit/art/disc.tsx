import { FeatherMarks, type FeatherTone, round } from './feather.tsx'

export interface DiscMarksProps {
  /** Half of the disc's width; its height follows from the angle it is seen from. */
  readonly radius: number
  /** The tilt of the disc: 1 is seen straight from above, 0 from the side. */
  readonly openness?: number
}

/**
 * The disc inside a larger drawing, centered on the origin: rim, plate, flight rings and its stamp, one turkey track.
 */
export function DiscMarks({ radius, openness = 0.62 }: DiscMarksProps) {
  const ry = radius * openness
  const rim = radius * 0.17
  const ring = (share: number) => ({ cx: 0, cy: -rim * 0.15, rx: round(radius * share), ry: round(ry * share) })
  return (
    <>
      <path
        fill="var(--art-disc-rim)"
        d={`M${-radius} 0v${round(rim)}a${radius} ${round(ry)} 0 0 0 ${radius * 2} 0v${-round(rim)}Z`}
      />
      <ellipse rx={radius} ry={round(ry)} fill="var(--art-disc)" />
      <g fill="none" stroke="var(--art-disc-shade)" strokeWidth={round(radius * 0.018)}>
        <ellipse {...ring(0.93)} />
        <ellipse {...ring(0.88)} />
        <ellipse {...ring(0.83)} />
      </g>
      <ellipse {...ring(0.7)} fill="none" stroke="var(--art-pumpkin)" strokeWidth={round(radius * 0.06)} />
      <g
        transform={`scale(1 ${openness}) rotate(14) scale(${radius / 100})`}
        fill="none"
        stroke="var(--art-cranberry)"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={turkeyTrack} />
      </g>
    </>
  )
}

/** Three toes forward, one back, about 80 units high around the origin. */
export const turkeyTrack = 'M0 34V-38M0 14C-8 2-22-8-34-14M0 14C8 2 22-8 34-14M0 14L8 40'

/** A disc that came down on its edge after a bad bounce. For errors. */
export function DroppedDisc({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 140 110" width="140" height="110" aria-hidden="true">
      <ellipse cx="78" cy="101" rx="46" ry="6" fill="var(--color-line)" />
      <path
        d="M4 40C14 8 30 4 38 30s8 66 14 66"
        fill="none"
        stroke="var(--color-bad)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 9"
      />
      <g transform="translate(84 58) rotate(68)">
        <DiscMarks radius={44} openness={0.5} />
      </g>
      <path
        d="M44 101l-9-9m4 13l-13-3m88-1l9-10m-3 13l13-4"
        fill="none"
        stroke="var(--color-good)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** A long throw from left to right: it hangs, bends and is still in the air. */
export function FlightArc({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 640 190" width="640" height="190" aria-hidden="true">
      <path
        d="M8 176C120 60 300 6 470 34c36 6 66 18 90 34"
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="2 11"
      />
      <path d="M0 180h18m8 0h46m10 0h12" stroke="var(--color-good)" strokeWidth="4" strokeLinecap="round" />
      <g transform="translate(588 88) rotate(24)">
        <DiscMarks radius={40} openness={0.42} />
      </g>
    </svg>
  )
}

const steps = [
  [14, 30, 82],
  [62, 18, 96],
  [112, 30, 84],
  [162, 20, 98],
  [212, 33, 88],
  [262, 24, 102],
] as const

/** The three-toed tracks of a turkey, as a divider between two sections. */
export function TurkeyTracks({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 280 50" width="280" height="50" aria-hidden="true">
      {steps.map(([x, y, angle]) => (
        <path
          key={x}
          d={turkeyTrack}
          transform={`translate(${x} ${y}) rotate(${angle}) scale(0.3)`}
          fill="none"
          stroke="currentColor"
          strokeWidth="10"
          strokeLinecap="round"
        />
      ))}
    </svg>
  )
}

/** A disc in the grass with two feathers left behind, for empty states. */
export function RestingDisc({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
      <ellipse cx="102" cy="106" rx="86" ry="9" fill="var(--color-line)" />
      <FeatherMarks tone="gold" length={86} halfWidth={17} barbs={5} transform="translate(116 88) rotate(26)" />
      <FeatherMarks tone="cranberry" length={76} halfWidth={15} barbs={5} transform="translate(124 94) rotate(60)" />
      <g transform="translate(90 70) rotate(-10)">
        <DiscMarks radius={56} />
      </g>
      <path
        d="M14 106q3-12-2-20m9 20q0-9 5-15m144 15q-3-13 3-21m6 21q1-8-4-13"
        fill="none"
        stroke="var(--color-good)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}

interface Row {
  readonly length: number
  readonly halfWidth: number
  readonly barbs: number
  readonly angles: readonly number[]
  readonly tones: readonly FeatherTone[]
}

/** From the back to the front: the fan, the row that fills its gaps, the short feathers over the quills. */
const rows: readonly Row[] = [
  {
    length: 450,
    halfWidth: 68,
    barbs: 10,
    angles: [-88, -66, -44, -22, 0, 22, 44, 66, 88],
    tones: ['cranberry', 'pumpkin', 'gold', 'cranberry', 'pumpkin', 'cranberry', 'gold', 'pumpkin', 'cranberry'],
  },
  {
    length: 352,
    halfWidth: 46,
    barbs: 7,
    angles: [-77, -55, -33, -11, 11, 33, 55, 77],
    tones: ['gold', 'cream', 'pumpkin', 'cream', 'gold', 'cream', 'pumpkin', 'cream'],
  },
  {
    length: 258,
    halfWidth: 34,
    barbs: 0,
    angles: [-84, -63, -42, -21, 0, 21, 42, 63, 84],
    tones: ['bark', 'bark', 'bark', 'bark', 'bark', 'bark', 'bark', 'bark', 'bark'],
  },
]

/** The sign of the app at its largest: a disc in front of a turkey's tail. Pure decoration. */
export function FeatheredDisc({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="-470 -470 940 700" width="940" height="700" aria-hidden="true">
      {rows.map((row) =>
        row.angles.map((angle, index) => (
          <FeatherMarks
            key={`${row.length} ${angle}`}
            tone={row.tones[index] ?? 'bark'}
            length={row.length}
            halfWidth={row.halfWidth}
            barbs={row.barbs}
            transform={`rotate(${angle})`}
          />
        )),
      )}
      <g transform="translate(0 46) rotate(-13)">
        <DiscMarks radius={196} openness={0.74} />
      </g>
    </svg>
  )
}
