import { DiscMarks } from './disc.tsx'
import { FeatherMarks, type FeatherTone } from './feather.tsx'

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
