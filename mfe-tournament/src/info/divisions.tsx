import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import { FeatherMarks } from '@ultimate/kit/art/feather.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import styles from './divisions.module.css'
import { InfoSection } from './info-sections.tsx'

/** Two ways to play, as two cards. */
export function Divisions() {
  return (
    <InfoSection id="divisions" feather="gold">
      <div className={styles['cards']}>
        <Card className={styles['card']}>
          <Throw d="M10 108C48 46 120 16 214 26" />
          <h3 className={styles['name']}>{divisionLabels.comp}</h3>
          <p>For teams looking for high-level competition.</p>
        </Card>
        <Card className={styles['card']}>
          <Throw d="M10 106C34 40 78 30 92 62s-26 46-28 14S116 12 214 40" feathers />
          <h3 className={styles['name']}>{divisionLabels.rec}</h3>
          <p>For teams wanting competition and lots of fun.</p>
        </Card>
      </div>
    </InfoSection>
  )
}

/** The flight of a disc: straight and far for some, around a loop with a tail of feathers for others. */
function Throw({ d, feathers = false }: { readonly d: string; readonly feathers?: boolean }) {
  const [x, y] = d.split(/[\s]/).slice(-2).map(Number)
  return (
    <svg className={styles['throw']} viewBox="0 0 260 120" width="260" height="120" aria-hidden="true">
      <path
        d={d}
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray="1 10"
      />
      <g transform={`translate(${(x ?? 0) + 8} ${y ?? 0})`}>
        {feathers &&
          [-150, -118, -86].map((angle, index) => (
            <FeatherMarks
              key={angle}
              tone={index === 1 ? 'gold' : 'cranberry'}
              length={46}
              halfWidth={10}
              transform={`rotate(${angle + 30})`}
            />
          ))}
        <g transform={`rotate(${feathers ? 18 : 8})`}>
          <path d="M-30 0v5a30 14 0 0 0 60 0v-5Z" fill="var(--art-disc-rim)" />
          <ellipse rx="30" ry="14" fill="var(--art-disc)" stroke="var(--art-disc-rim)" />
          <ellipse rx="20" ry="9" fill="none" stroke="var(--art-pumpkin)" strokeWidth="2.5" />
        </g>
      </g>
    </svg>
  )
}
