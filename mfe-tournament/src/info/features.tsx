import { Disc3, HeartPulse, type LucideIcon, Store, Target, Utensils } from 'lucide-react'
import styles from './features.module.css'
import { InfoSection } from './info-section.tsx'

interface Feature {
  readonly icon: LucideIcon
  readonly what: string
  readonly text: string
}

const features: readonly Feature[] = [
  { icon: Utensils, what: 'Saturday dinner', text: 'With turkey and ham, and whatever the teams cook beside them.' },
  { icon: Target, what: 'A shoot competition', text: 'The Turkey Shoot, with prizes for those who hit.' },
  { icon: Store, what: 'Headquarters', text: 'Snacks and merchandise, and somebody who knows the answer.' },
  { icon: HeartPulse, what: 'An on-site trainer', text: 'For ankles, shoulders and good advice.' },
  { icon: Disc3, what: 'Merchandise and discs', text: 'This year’s designs, to throw and to wear.' },
]

/** What there is beside the games. */
export function Features() {
  return (
    <InfoSection id="features" feather="cranberry">
      <ul className={styles['features']}>
        {features.map(({ icon: Icon, what, text }) => (
          <li key={what} className={styles['feature']}>
            <span className={styles['sign']}>
              <Icon aria-hidden="true" />
            </span>
            <h3>{what}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </InfoSection>
  )
}
