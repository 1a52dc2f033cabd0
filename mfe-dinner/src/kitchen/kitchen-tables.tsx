import type { Kitchen, KitchenHalfHour, KitchenKind } from '@ultimate/events/dinner/kitchen/kitchen-api.ts'
import { nameOfSlot, servingRange } from '@ultimate/events/dinner/slot.ts'
import { DataCell, DataRow, DataTable } from '@ultimate/kit/components/display/data-table.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import styles from './kitchen-page.module.css'

/** Returns the name of a team, or the words for a walk-in's dish that came for no team. */
export const teamWords = (name: string): string => name || 'No team named'

const ofPlaces = (count: number, places: number | null): string =>
  places === null ? `${count}` : `${count} of ${places}`

const end = 'end'
const dishColumns = [
  { key: 'dish', label: 'Dish' },
  { key: 'expected', label: 'Expected', align: end },
  { key: 'here', label: 'Here', align: end },
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
              {ofPlaces(expected, places)}
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
  { key: 'servers', label: 'Servers', align: end },
  { key: 'here', label: 'Here', align: end },
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
              {ofPlaces(expected, places)}
            </DataCell>
            <DataCell label="Here" align="end">
              {here}
            </DataCell>
            <DataCell label="Jobs">
              <ul className={styles['inline']}>
                {jobs.map((job) => (
                  <li key={job.slot_id}>
                    <bdi>{job.name}</bdi> ({ofPlaces(job.expected, job.places)})
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

/** Places that no one has taken, and what each confirmed team still owes. */
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
