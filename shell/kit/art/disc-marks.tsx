export interface DiscMarksProps {
  /** Half of the disc's width; its height follows from the angle it is seen from. */
  readonly radius: number
  /** How far the disc is turned towards us: 1 is straight from above, 0 from the side. */
  readonly openness?: number
  /** Flight rings and the light on the rim; left away where they would be specks. */
  readonly detailed?: boolean
}

/** The disc inside a larger drawing, centred on the origin: rim, plate, flight rings and its stamp, one turkey track. */
export function DiscMarks({ radius, openness = 0.62, detailed = true }: DiscMarksProps) {
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
      {detailed && (
        <g fill="none" stroke="var(--art-disc-shade)" strokeWidth={round(radius * 0.018)}>
          <ellipse {...ring(0.93)} />
          <ellipse {...ring(0.88)} />
          <ellipse {...ring(0.83)} />
        </g>
      )}
      <ellipse {...ring(0.7)} fill="none" stroke="var(--art-pumpkin)" strokeWidth={round(radius * 0.06)} />
      {detailed && (
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
      )}
    </>
  )
}

/** Three toes forward, one back, about 80 units high around the origin. */
export const turkeyTrack = 'M0 34V-38M0 14C-8 2-22-8-34-14M0 14C8 2 22-8 34-14M0 14L8 40'

const round = (value: number) => Math.round(value * 10) / 10
