import { DiscMarks } from './disc-marks.tsx'

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
