import { type Allergen, allergenNames } from '@ultimate/events/dinner/allergens.ts'
import type { Kitchen, KitchenDish, KitchenHalfHour, KitchenKind } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { servingRange } from '@ultimate/events/dinner/serving-times.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import { DataCell, DataRow, DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { useState } from 'react'
import { labelCode } from '../check-in/labels/label-code.ts'
import { allergenTitle, noneNamedWords } from '../common/allergens.tsx'
import styles from './kitchen-page.module.css'

/** Returns the name of a team, or the words for a walk-in's dish that came for no team. */
const teamWords = (name: string): string => name || 'No team named'

/** Returns `3 of 10`; only the count for a dish that no slot asks for. */
const countWords = (count: number, places: number | null): string =>
  places === null ? `${count}` : `${count} of ${places}`

const dishColumns = [
  { key: 'dish', label: 'Dish' },
  { key: 'expected', label: 'Expected', align: 'end' },
  { key: 'here', label: 'Here', align: 'end' },
  { key: 'teams', label: 'Teams' },
] as const

export function DishTable({ kinds }: { readonly kinds: readonly KitchenKind[] }) {
  return (
    <section aria-labelledby="kitchen-dishes">
      <SectionHead title="Dishes" id="kitchen-dishes" feather="cranberry" />
      <DataTable caption="Dishes by kind and team" columns={dishColumns}>
        {kinds.map(({ slot_id, name, expected, here, places, teams }) => (
          <DataRow key={slot_id}>
            <DataCell heading>
              <bdi>{name}</bdi>
            </DataCell>
            <DataCell label="Expected" align="end">
              {countWords(expected, places)}
            </DataCell>
            <DataCell label="Here" align="end">
              {here}
            </DataCell>
            <DataCell label="Teams">
              <ul className={styles['inline']}>
                {teams.map((team) => (
                  <li key={team.team_name}>
                    <bdi>{teamWords(team.team_name)}</bdi>
                    {team.expected > 1 && ` (${team.expected})`}
                  </li>
                ))}
              </ul>
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
    </section>
  )
}

const serverColumns = [
  { key: 'time', label: 'Time' },
  { key: 'servers', label: 'Servers', align: 'end' },
  { key: 'here', label: 'Here', align: 'end' },
  { key: 'jobs', label: 'Jobs' },
] as const

export function ServerTable({ halfHours }: { readonly halfHours: readonly KitchenHalfHour[] }) {
  return (
    <section aria-labelledby="kitchen-servers">
      <SectionHead title="Servers" id="kitchen-servers" feather="gold" />
      <DataTable caption="Servers per half hour" columns={serverColumns}>
        {halfHours.map(({ time_slot, expected, here, places, jobs }) => (
          <DataRow key={time_slot}>
            <DataCell heading>
              <time dateTime={time_slot}>{servingRange(time_slot)}</time>
            </DataCell>
            <DataCell label="Servers" align="end">
              {countWords(expected, places)}
            </DataCell>
            <DataCell label="Here" align="end">
              {here}
            </DataCell>
            <DataCell label="Jobs">
              <ul className={styles['inline']}>
                {jobs.map((job) => (
                  <li key={job.slot_id}>
                    <bdi>{job.name}</bdi> ({countWords(job.expected, job.places)})
                  </li>
                ))}
              </ul>
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
    </section>
  )
}

/** The choice of all allergens. */
const all = 'all'

/** The dishes that hold each allergen, with the codes on their labels. */
export function AllergenLists({
  allergens: { listed, other, none_named },
}: {
  readonly allergens: Kitchen['allergens']
}) {
  const [chosen, setChosen] = useState<Allergen | typeof all>(all)
  const shown = listed.filter(({ allergen, dishes }) => (chosen === all ? dishes.length > 0 : allergen === chosen))
  const namedForNoDish = listed.flatMap(({ allergen, dishes }) => (dishes.length === 0 ? [allergen] : []))
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
          <DishesWith key={allergen} title={allergenTitle(allergen)} dishes={dishes} />
        ))}
        {chosen === all && (
          <>
            {other.length > 0 && <DishesWith title="Anything else" dishes={other} />}
            {none_named.length > 0 && <DishesWith title={noneNamedWords} dishes={none_named} />}
          </>
        )}
      </div>
      {chosen === all && namedForNoDish.length > 0 && (
        <p className={styles['quiet']}>Not named for any dish: {namedForNoDish.join(', ')}.</p>
      )}
    </section>
  )
}

interface DishesWithProps {
  readonly title: string
  /** `text` is the free text about other allergens. */
  readonly dishes: readonly (KitchenDish & { readonly text?: string })[]
}

/** The dishes with one allergen, by kind. */
function DishesWith({ title, dishes }: DishesWithProps) {
  return (
    <div>
      <h3 className={styles['listHead']}>
        {title} <span className={styles['count']}>{dishes.length}</span>
      </h3>
      {dishes.length === 0 && <p className={styles['quiet']}>Not named for any dish.</p>}
      <ul className={styles['rows']}>
        {[...Map.groupBy(dishes, ({ slot_name }) => slot_name)].map(([name, dishesOfKind]) => (
          <li key={name} className={styles['kind']}>
            <bdi className={styles['dish']}>{name}</bdi>
            <ul className={styles['inline']}>
              {dishesOfKind.map(({ id, team_name, text }) => (
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

/** The open places of slots, and the confirmed teams that bring too few dishes. */
export function MissingLists({ missing: { slots, teams } }: { readonly missing: Kitchen['missing'] }) {
  const { dishes_per_team: dishesPerTeam } = useFacts().dinner
  return (
    <section aria-labelledby="kitchen-missing">
      <SectionHead title="Missing" id="kitchen-missing" feather="pumpkin" />
      <div className={styles['columns']}>
        <MissingList
          title="Open spots"
          none="Every spot is taken."
          rows={slots.map(({ slot_id, name, time_slot, open }) => [
            slot_id,
            nameOfSlot({ name, time_slot }),
            `${open} open`,
          ])}
        />
        <MissingList
          title={`Teams below ${dishesPerTeam} dishes`}
          none="Every confirmed team brings enough."
          rows={teams.map(({ team_id, team_name, dishes }) => [team_id, team_name, `${dishes} of ${dishesPerTeam}`])}
        />
      </div>
    </section>
  )
}

interface MissingListProps {
  readonly title: string
  readonly none: string
  readonly rows: readonly (readonly [id: string, name: string, count: string])[]
}

function MissingList({ title, none, rows }: MissingListProps) {
  return (
    <div>
      <h3 className={styles['listHead']}>
        {title} <span className={styles['count']}>{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <p className={styles['quiet']}>{none}</p>
      ) : (
        <ul className={styles['rows']}>
          {rows.map(([id, name, count]) => (
            <li key={id}>
              <bdi>{name}</bdi> <span className={styles['count']}>{count}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
