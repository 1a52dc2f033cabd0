import {
  type FeatherTone,
  featherBarbs,
  featherBelow,
  featherColours,
  featherOutline,
  featherQuill,
} from './feather-shape.ts'

export interface FeatherMarksProps {
  readonly tone: FeatherTone
  readonly length: number
  readonly halfWidth: number
  /** Pairs of barbs drawn; none where the feather is too small to show them. */
  readonly barbs?: number
  /** The place of the feather, as an SVG transform. */
  readonly transform?: string
}

/** One feather inside a larger drawing: tip, band, vane, barbs and quill, laid over one another. */
export function FeatherMarks({ tone, length, halfWidth, barbs = 0, transform }: FeatherMarksProps) {
  const colours = featherColours[tone]
  return (
    <g transform={transform}>
      <path fill={colours.tip} d={featherOutline(length, halfWidth)} />
      <path fill={colours.band} d={featherBelow(length, halfWidth, 0.36)} />
      <path fill={colours.vane} d={featherBelow(length, halfWidth, 0.14)} />
      {barbs > 0 && (
        <path
          d={featherBarbs(length, halfWidth, barbs)}
          fill="none"
          stroke={colours.quill}
          strokeWidth={halfWidth * 0.03}
          strokeLinecap="round"
          opacity="0.35"
        />
      )}
      <path fill={colours.quill} d={featherQuill(length, halfWidth)} />
    </g>
  )
}

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
