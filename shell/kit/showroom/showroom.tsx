import { Toaster } from '../components/toaster.tsx'
import { ActionsShelf } from './actions-shelf.tsx'
import { ArtShelf } from './art-shelf.tsx'
import { ColourShelf } from './colour-shelf.tsx'
import { FieldsShelf } from './fields-shelf.tsx'
import { OverlaysShelf } from './overlays-shelf.tsx'
import styles from './showroom.module.css'
import { StatesShelf } from './states-shelf.tsx'
import { ThingsShelf } from './things-shelf.tsx'

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
      <ColourShelf />
      <ArtShelf />
      <ActionsShelf />
      <FieldsShelf />
      <ThingsShelf />
      <StatesShelf />
      <OverlaysShelf />
    </section>
  )
}
