import { FeatherMarks } from './feather-marks.tsx'
import type { FeatherTone } from './feather-shape.ts'

export interface FeatherProps {
  readonly tone?: FeatherTone
  readonly className?: string | undefined
}

/** A single feather, pointing up, for section heads and empty states. Pure decoration. */
export function Feather({ tone = 'pumpkin', className }: FeatherProps) {
  return (
    <svg className={className} viewBox="-24 -101 48 108" width="48" height="108" aria-hidden="true">
      <FeatherMarks tone={tone} length={100} halfWidth={22} barbs={6} />
    </svg>
  )
}
