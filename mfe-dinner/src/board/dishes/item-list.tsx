import type { BoardItem, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { type DishPlace, placeName, zoneLabels } from '@ultimate/events/dinner/signup.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { FoldedSummary } from '@ultimate/kit/components/display/folded-summary.tsx'
import { venueTime } from '@ultimate/kit/event/venue-time.ts'
import { Undo2 } from 'lucide-react'
import { memo } from 'react'
import { ReceivedLate } from '../../common/received-late.tsx'
import { StatedDetails } from '../../common/stated-details.tsx'
import styles from './dish-card.module.css'
import { DishClock } from './dish-clock.tsx'

interface ItemsProps {
  readonly items: readonly BoardItem[]
  readonly session: SessionAnswer
  readonly asOf?: string | undefined
}

interface FinishedProps extends ItemsProps {
  /** Absent where nothing can be changed. */
  readonly onPutBack?: ((dish: string, to: DishPlace) => void) | undefined
}

/** The dishes that are done, folded until a user opens them. */
export const FinishedItems = memo(function FinishedItems({ items, session, asOf, onPutBack }: FinishedProps) {
  return (
    <details className={styles['section']}>
      <FoldedSummary>
        <h2 className={styles['title']}>Finished Items</h2>
        <span className={styles['count']}>{items.length}</span>
      </FoldedSummary>
      {items.length === 0 ? (
        <p className={styles['nothing']}>Nothing is done yet. Press Done on a dish on the buffet to move it here.</p>
      ) : (
        <ul className={styles['items']}>
          {items.map((item) => (
            <li key={item.id} className={styles['item']}>
              <Words item={item} />
              <DishClock item={item} session={session} asOf={asOf} />
              {item.emptied_at && <time dateTime={item.emptied_at}>done {venueTime(new Date(item.emptied_at))}</time>}
              {onPutBack && item.emptied_from !== null && (
                <PutBack item={item} position={item.emptied_from} onPutBack={onPutBack} />
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
})

interface PutBackProps {
  readonly item: BoardItem
  readonly position: number
  readonly onPutBack: (dish: string, to: DishPlace) => void
}

/** Puts a dish that was wrongly marked as done, maybe by someone else, back on the place where it stood. */
function PutBack({ item: { id, slot_name, management_zone: zone }, position, onPutBack }: PutBackProps) {
  if (zone === 'holding') return null
  const to = { zone, position }
  return (
    <Button
      variant="secondary"
      size="compact"
      icon={<Undo2 aria-hidden="true" />}
      aria-label={`Put back ${slot_name} on ${placeName(to)}`}
      onClick={() => onPutBack(id, to)}
    >
      Put back
    </Button>
  )
}

/** The dishes that were not done when dinner finished, each with its last zone. */
export function LeftoverItems({ items, session, asOf }: ItemsProps) {
  return (
    <section className={styles['section']} aria-labelledby="leftovers">
      <header className={styles['leftovers']}>
        <h2 className={styles['title']} id="leftovers">
          Leftover Items
        </h2>
        <span className={styles['count']}>{items.length}</span>
      </header>
      {items.length === 0 ? (
        <p className={styles['nothing']}>Nothing is left over: every dish is done.</p>
      ) : (
        <ul className={styles['items']}>
          {items.map((item) => (
            <li key={item.id} className={styles['item']}>
              <Words item={item} />
              <span className={styles['zone']}>Last in {zoneLabels[item.management_zone]}</span>
              {item.buffet_total_duration > 0 && <DishClock item={item} session={session} asOf={asOf} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Words({ item }: { readonly item: BoardItem }) {
  return (
    <span className={styles['itemWords']}>
      <bdi className={styles['itemName']}>{item.slot_name}</bdi>
      <bdi className={styles['itemWho']}>{describeBringer(item)}</bdi>
      <StatedDetails of={item} className={styles['itemWho']} />
      <ReceivedLate signup={item} className={styles['itemWho']} />
      <HistoryLink
        className={styles['history']}
        subject={`signup-${item.id}`}
        name={`${item.slot_name} of ${item.person_name}`}
      />
    </span>
  )
}

/** Returns the person and the team that bring a dish: `Becky, Huck Finns`. */
const describeBringer = ({ person_name, team_name }: Pick<BoardItem, 'person_name' | 'team_name'>): string =>
  [person_name, team_name].filter(Boolean).join(', ')
