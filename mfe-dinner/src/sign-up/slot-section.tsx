import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { EditionWords } from '@ultimate/events/language/edition-facts.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import type { ReactNode } from 'react'
import type { Person } from '../volunteers/person.ts'
import styles from './sign-up-page.module.css'
import { cardId, SlotCard } from './slot-card.tsx'

interface SlotSectionProps {
  readonly category: SlotCategory
  readonly slots: readonly Slot[]
  /** The number of drawn cards. Placeholders stand for the others. */
  readonly drawnCount: number
  /** Shows all slots again, where full slots are hidden. */
  readonly onShowAll?: (() => void) | undefined
  /** This device's sign-ups by slot. */
  readonly ownBySlot: ReadonlyMap<string, readonly OwnSignup[]>
  readonly person: Person | null
  /** The controls of staff for the section. */
  readonly actions?: ReactNode
  /** Renders the controls of staff for one slot. */
  readonly renderTools?: ((slot: Slot) => ReactNode) | undefined
}

const buildTexts = ({ dishesFrom, dishesUntil }: EditionWords) =>
  ({
    dishes: {
      title: 'Dishes',
      lead: `Sign up for as many as you like. Drop off on Saturday between ${dishesFrom} and ${dishesUntil}.`,
      empty: 'No dishes posted yet.',
      allTaken: 'Every dish is taken.',
      feather: 'cranberry',
    },
    serving: {
      title: 'Serving',
      lead: 'Half an hour behind the buffet, with the best view of the pies. Please show up ten minutes early.',
      empty: 'No serving shifts posted yet.',
      allTaken: 'Every serving shift is taken.',
      feather: 'pumpkin',
    },
  }) as const

/** One array for all cards without own sign-ups, so that they do not render again. */
const noSignups: readonly OwnSignup[] = []

export function SlotSection({
  category,
  slots,
  drawnCount,
  onShowAll,
  ownBySlot,
  person,
  actions,
  renderTools,
}: SlotSectionProps) {
  const { title, lead, empty, allTaken, feather } = buildTexts(useWords())[category]
  return (
    <section aria-labelledby={category} className={styles['section']}>
      <div className={styles['head']}>
        <SectionHead title={title} id={category} feather={feather}>
          {lead}
        </SectionHead>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
      {slots.length === 0 && onShowAll && (
        <EmptyState
          title={allTaken}
          headingLevel={3}
          action={
            <Button variant="secondary" onClick={onShowAll}>
              Show all
            </Button>
          }
        />
      )}
      {slots.length === 0 && !onShowAll && (
        <EmptyState title={empty} headingLevel={3}>
          Check back soon: we add more until the week before.
        </EmptyState>
      )}
      {slots.length > 0 && (
        <div className={styles['grid']}>
          {slots.map((slot, index) =>
            index < drawnCount ? (
              <SlotCard
                key={slot.id}
                slot={slot}
                ownSignups={ownBySlot.get(slot.id) ?? noSignups}
                person={person}
                tools={renderTools?.(slot)}
              />
            ) : (
              <div key={slot.id} id={cardId(slot.id)}>
                <Skeleton shape="block" className={styles['loadingCard']} />
              </div>
            ),
          )}
        </div>
      )}
    </section>
  )
}

const loadingCards = Array.from({ length: 18 }, (_, index) => `card-${index}`)

/** The first section while its slots are loading. */
export function SlotsLoading() {
  return (
    <div>
      <SectionHead title="Dishes" feather="cranberry">
        Loading the kitchen list…
      </SectionHead>
      <Loading label="Loading slots" className={styles['loadingGrid']}>
        {loadingCards.map((card) => (
          <Skeleton key={card} shape="block" className={styles['loadingCard']} />
        ))}
      </Loading>
    </div>
  )
}
