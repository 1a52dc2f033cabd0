import { Toaster } from '../components/toasts/toaster.tsx'
import { ActionsSection } from './actions-section.tsx'
import { ArtSection } from './art-section.tsx'
import { ColourSection } from './colour-section.tsx'
import { ContentSection } from './content-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import styles from './showroom.module.css'
import { StatesSection } from './states-section.tsx'

/** Every component in every state, in both schemes side by side. Served in development only. */
export function Showroom() {
  return (
    <main className={styles['room']}>
      <h1 className={styles['title']}>The showroom</h1>
      <div className={styles['schemes']}>
        <Scheme name="light" />
        <Scheme name="dark" />
      </div>
      <Toaster />
    </main>
  )
}

function Scheme({ name }: { readonly name: 'light' | 'dark' }) {
  return (
    <section className={styles['scheme']} data-scheme={name} aria-label={`${name} scheme`}>
      <p className={styles['name']}>{name}</p>
      <ColourSection />
      <ArtSection />
      <ActionsSection />
      <FieldsSection />
      <ContentSection />
      <StatesSection />
      <OverlaysSection />
    </section>
  )
}
