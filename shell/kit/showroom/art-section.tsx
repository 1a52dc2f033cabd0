import { DinnerTable } from '../art/dinner-table.tsx'
import { DroppedDisc, FlightArc, TurkeyTracks } from '../art/disc.tsx'
import { Feather } from '../art/feather.tsx'
import { FeatheredDisc } from '../art/feathered-disc.tsx'
import { Logo } from '../art/logo.tsx'
import { RestingDisc } from '../art/resting-disc.tsx'
import { Row, Section } from './section.tsx'
import styles from './showroom.module.css'

const tones = ['cranberry', 'pumpkin', 'gold', 'cream', 'bark'] as const

export function ArtSection() {
  return (
    <>
      <Section title="Art">
        <Row>
          <Logo />
          <Logo className={styles['smallLogo']} />
          {tones.map((tone) => (
            <Feather key={tone} tone={tone} className={styles['art']} />
          ))}
          <RestingDisc className={styles['art']} />
          <DroppedDisc className={styles['art']} />
          <TurkeyTracks />
        </Row>
        <FlightArc className={styles['wideArt']} />
      </Section>
      <Section title="Art on pine" festive>
        <Row>
          <Logo />
          <Logo className={styles['smallLogo']} />
          {tones.map((tone) => (
            <Feather key={tone} tone={tone} className={styles['art']} />
          ))}
        </Row>
        <FeatheredDisc className={styles['wideArt']} />
        <DinnerTable className={styles['wideArt']} />
      </Section>
    </>
  )
}
