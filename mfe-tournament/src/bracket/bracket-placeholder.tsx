import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import styles from './bracket-placeholder.module.css'
import { FallingBracket, FlyingBracket } from './empty-bracket.tsx'

/** The page before the pools have decided the pairings. */
export function BracketPlaceholder() {
  return (
    <section className={styles['panel']} data-ground="festive" aria-labelledby="bracket-when">
      <div className={styles['words']}>
        <h2 id="bracket-when">Brackets are posted at the conclusion of Saturday pool play.</h2>
        <p className={styles['lead']}>Check back Saturday evening.</p>
      </div>
      <div
        role="img"
        aria-label="A bracket still without teams: Round 1 with four games, Semifinal with two, then the Final"
      >
        <FlyingBracket className={styles['flying']} />
        <FallingBracket className={styles['falling']} />
      </div>
      <div className={styles['actions']}>
        <LinkButton to="/tournament/poolplay">See the pools</LinkButton>
        <LinkButton to="/tournament/info#schedule" variant="secondary">
          Weekend schedule
        </LinkButton>
      </div>
    </section>
  )
}
