import type { ReactNode } from 'react'

/** The dishes on the table, each drawn on a plate of radius 40 around the origin. */
const dishes: readonly (() => ReactNode)[] = [roast, beans, pie, cranberries, rolls, potatoes, corn, greens]

const places = [
  [70, 78],
  [186, 70],
  [306, 80],
  [424, 70],
  [542, 79],
  [660, 70],
  [778, 80],
  [896, 71],
] as const

/** The long table seen from above. The plates are discs, of course. */
export function DinnerTable({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 966 150" width="966" height="150" aria-hidden="true">
      <rect x="4" y="10" width="958" height="134" rx="20" fill="#8a4a26" />
      <rect x="4" y="6" width="958" height="130" rx="20" fill="#b5713f" />
      <path
        d="M30 36h300m40 0h240m60 0h220M60 104h180m50 0h330m40 0h250M24 70h6m920 0h-8"
        stroke="#a0602f"
        strokeWidth="3"
        strokeLinecap="round"
      />
      {places.map(([x, y], index) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <ellipse cy="5" rx="50" ry="50" fill="#7d4120" opacity="0.5" />
          <circle r="49" fill="var(--art-disc)" />
          <circle r="45" fill="none" stroke="var(--art-disc-shade)" strokeWidth="1.5" />
          <circle r="42" fill="none" stroke="var(--art-disc-shade)" strokeWidth="1.5" />
          {dishes[index]?.()}
        </g>
      ))}
    </svg>
  )
}

function roast() {
  return (
    <>
      <path d="M-30 8c0-20 14-30 32-28s30 14 28 28-18 20-32 20S-30 22-30 8Z" fill="#b5622b" />
      <path d="M-18 2c4-9 12-13 22-12" fill="none" stroke="#e2a068" strokeWidth="4" strokeLinecap="round" />
      <path d="M18-14c8-2 12 4 10 12s-12 12-18 8 0-18 8-20Z" fill="#9c4d1e" />
      <path d="M27-12l9-9" stroke="var(--art-disc)" strokeWidth="6" strokeLinecap="round" />
      <circle cx="37" cy="-19" r="4" fill="var(--art-cream)" />
      <circle cx="34" cy="-24" r="4" fill="var(--art-cream)" />
      <path d="M-28 22q-6 4-8-2m6 6q-2 8-9 4" fill="none" stroke="#2f6b4f" strokeWidth="4" strokeLinecap="round" />
    </>
  )
}

function beans() {
  return (
    <g fill="none" strokeWidth="6" strokeLinecap="round">
      <path d="M-26-10q22-10 46 2M-22 16q20 8 44-6M-28 4q26 6 52-2" stroke="#2f6b4f" />
      <path d="M-14-22q14 22 30 40M-20 24q18-18 36-44M2-26q-8 24 0 50" stroke="#4c8b5f" />
    </g>
  )
}

function pie() {
  return (
    <>
      <path d="M0 0L34-8A35 35 0 1 1 12-33Z" fill="#c98a3c" />
      <path d="M0 0L27-6A28 28 0 1 1 9.5-26Z" fill="var(--art-pumpkin)" />
      <circle cx="-8" cy="8" r="8" fill="var(--art-disc)" />
      <circle cx="-4" cy="4" r="5" fill="var(--art-cream)" />
    </>
  )
}

function cranberries() {
  return (
    <>
      <circle r="31" fill="#7f1325" />
      {[-16, 0, 16].map((x) =>
        [-15, 1, 16].map((y) => (
          <circle key={`${x} ${y}`} cx={x + y * 0.25} cy={y + (x === 0 ? -3 : 2)} r="8.5" fill="var(--art-cranberry)" />
        )),
      )}
      <path
        d="M-20-14q2-4 6-4m10-3q2-4 6-4m8 20q2-4 6-4"
        fill="none"
        stroke="#e68a97"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </>
  )
}

function rolls() {
  return (
    <>
      {[
        [-13, -12],
        [14, -10],
        [0, 15],
      ].map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle r="16" fill="#d18f45" />
          <path d="M-8-5q8-7 16 0M-8 4q8-6 16 0" fill="none" stroke="#f3cf93" strokeWidth="3.5" strokeLinecap="round" />
        </g>
      ))}
    </>
  )
}

function potatoes() {
  return (
    <>
      <path d="M-32 2c-2-20 14-30 30-32s34 8 33 28-14 34-32 33S-30 22-32 2Z" fill="#f3dca0" />
      <path
        d="M-14-6c6-14 26-12 28 2s-16 20-24 12-2-16 6-14"
        fill="none"
        stroke="#d9b566"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <rect x="-2" y="-8" width="15" height="13" rx="3" fill="var(--art-gold)" transform="rotate(16)" />
    </>
  )
}

function corn() {
  return (
    <>
      {[-16, 4, 24].map((y, row) => (
        <g key={y} transform={`rotate(-24) translate(${row % 2 ? 4 : -2} ${y - 4})`}>
          <rect x="-28" y="-8" width="54" height="16" rx="8" fill="var(--art-gold)" />
          <path d="M-20-3h38m-38 6h38" stroke="#cf8a1b" strokeWidth="3" strokeDasharray="3 4" />
        </g>
      ))}
    </>
  )
}

function greens() {
  return (
    <>
      <path d="M-30 0c-4-18 12-32 26-28 16-8 36 8 32 24 6 16-10 32-26 28-16 6-34-8-32-24Z" fill="#2f6b4f" />
      <path
        d="M-18-8q10-12 22-6m-16 22q12-10 28-4m-2-20q8 6 6 16"
        fill="none"
        stroke="#7fb58c"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="-10" cy="14" r="6" fill="var(--art-cranberry)" />
      <circle cx="14" cy="-12" r="6" fill="var(--art-cranberry)" />
      <circle cx="8" cy="10" r="5" fill="var(--art-gold)" />
    </>
  )
}
