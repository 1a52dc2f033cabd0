import { useDraggable } from '@dnd-kit/react'
import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { TapWord } from '@ultimate/kit/outbox/tap-word.tsx'
import { Check } from 'lucide-react'
import { placeName, type ShownItem, useBoardView } from '../board-view.ts'
import styles from './dish-card.module.css'
import { DishClock, StoodTime } from './dish-clock.tsx'

/** A dish on its place, which can be tapped, dragged, or picked up by keyboard. */
export function DishCard({ item, place }: ShownItem) {
  const { session, asOf, news, steps, actions } = useBoardView()
  const step = steps?.get(item.id)
  const { ref, isDragSource } = useDraggable({ id: item.id, data: { dish: item.id }, disabled: actions === null })
  const mover = news.get(item.id)
  const isHeld = actions?.held === item.id
  const onBuffet = place.zone === 'buffet'
  const words = (
    <span className={styles['words']}>
      <bdi className={styles['name']}>{item.slot_name}</bdi>
      <bdi className={styles['who']}>{item.person_name}</bdi>
      <bdi className={styles['who']}>{item.team_name}</bdi>
      {step && <TapWord step={step} />}
      {onBuffet ? <DishClock item={item} session={session} asOf={asOf} /> : <StoodTime item={item} />}
    </span>
  )
  return (
    <div
      className={styles['card']}
      data-card={item.id}
      data-zone={place.zone}
      data-held={isHeld || undefined}
      data-lifted={isDragSource || undefined}
      data-news={mover === undefined ? undefined : true}
    >
      {actions ? (
        <button
          ref={ref}
          type="button"
          className={styles['face']}
          data-dish={item.id}
          data-stop
          aria-pressed={isHeld}
          onClick={() => actions.tapDish(item.id, place)}
        >
          {words}
          <VisuallyHidden>on {placeName(place)}</VisuallyHidden>
        </button>
      ) : (
        <div className={styles['face']}>{words}</div>
      )}
      {actions && onBuffet && session.started_at !== null && session.finished_at === null && (
        <Button
          variant="secondary"
          size="compact"
          className={styles['done']}
          icon={<Check aria-hidden="true" />}
          aria-label={`Done: ${item.slot_name}`}
          onClick={() => actions.done(item.id)}
        >
          Done
        </Button>
      )}
      {mover !== undefined && (
        <span className={styles['mover']}>
          <bdi>{mover}</bdi>
        </span>
      )}
    </div>
  )
}

/** The gap that a dish of Holding leaves, of exactly its size. */
export function DishGap({ item }: { readonly item: BoardItem | undefined }) {
  return (
    <div className={styles['gap']} data-zone="holding" aria-hidden="true">
      <div className={styles['face']}>
        <span className={styles['words']}>
          <bdi className={styles['name']}>{item?.slot_name}</bdi>
          <bdi className={styles['who']}>{item?.person_name}</bdi>
          <bdi className={styles['who']}>{item?.team_name}</bdi>
          {item && <StoodTime item={item} />}
        </span>
      </div>
    </div>
  )
}

export const whoBrought = ({ person_name, team_name }: Pick<BoardItem, 'person_name' | 'team_name'>): string =>
  [person_name, team_name].filter(Boolean).join(', ')
