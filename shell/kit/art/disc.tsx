import { round } from './feather.tsx'

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
