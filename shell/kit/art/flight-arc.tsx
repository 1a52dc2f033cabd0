import { DiscMarks } from './disc-marks.tsx'

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
