import { type Allergen, allergenNames } from '@ultimate/events/dinner/allergens.ts'
import type { Kitchen, KitchenDish } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { useState } from 'react'
import { labelCode } from '../check-in/labels/label-code.ts'
import { allergenTitle, noneNamedWords } from '../common/allergens.tsx'
import styles from './kitchen-page.module.css'
import { teamWords } from './kitchen-tables.tsx'

const all = 'all'

/** The dishes that hold each allergen, by the codes on their labels. */
export function AllergenLists({
  allergens: { listed, other, none_named },
}: {
  readonly allergens: Kitchen['allergens']
}) {
  const [chosen, setChosen] = useState<Allergen | typeof all>(all)
  const shown = listed.filter(({ allergen, dishes }) => (chosen === all ? dishes.length > 0 : allergen === chosen))
  const unnamed = listed.flatMap(({ allergen, dishes }) => (dishes.length === 0 ? [allergen] : []))
  return (
    <section aria-labelledby="kitchen-allergens">
      <SectionHead title="Allergens" id="kitchen-allergens" feather="pumpkin">
        As the cooks named them. A dish may hold what no one named.
      </SectionHead>
      <ScreenOnly>
        <SelectField
          label="Show dishes with"
          className={styles['filter']}
          value={chosen}
          onValueChange={(value) => setChosen(allergenNames.find((name) => name === value) ?? all)}
        >
          <option value={all}>All allergens</option>
          {allergenNames.map((name) => (
            <option key={name} value={name}>
              {allergenTitle(name)}
            </option>
          ))}
        </SelectField>
      </ScreenOnly>
      {chosen !== all && <PrintOnly>Only {chosen}</PrintOnly>}
      <div className={styles['columns']}>
        {shown.map(({ allergen, dishes }) => (
          <Holding key={allergen} title={allergenTitle(allergen)} dishes={dishes} />
        ))}
        {chosen === all && (
          <>
            {other.length > 0 && <Holding title="Anything else" dishes={other} />}
            {none_named.length > 0 && <Holding title={noneNamedWords} dishes={none_named} />}
          </>
        )}
      </div>
      {chosen === all && unnamed.length > 0 && (
        <p className={styles['quiet']}>Not named for any dish: {unnamed.join(', ')}.</p>
      )}
    </section>
  )
}

interface HoldingProps {
  readonly title: string
  /** `text` is what was named in own words. */
  readonly dishes: readonly (KitchenDish & { readonly text?: string })[]
}

function Holding({ title, dishes }: HoldingProps) {
  return (
    <div>
      <h3 className={styles['listHead']}>
        {title} <span className={styles['count']}>{dishes.length}</span>
      </h3>
      {dishes.length === 0 && <p className={styles['quiet']}>Not named for any dish.</p>}
      <ul className={styles['rows']}>
        {[...Map.groupBy(dishes, ({ slot_name }) => slot_name)].map(([name, own]) => (
          <li key={name} className={styles['kind']}>
            <bdi className={styles['dish']}>{name}</bdi>
            <ul className={styles['inline']}>
              {own.map(({ id, team_name, text }) => (
                <li key={id}>
                  <bdi>{teamWords(team_name)}</bdi> <code>{labelCode(id)}</code>
                  {text && (
                    <>
                      {': '}
                      <bdi className={styles['text']}>{text}</bdi>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
