import { turkeyTrack } from './disc-marks.tsx'

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
