import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, ButtonLabel, buttonClassName, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Tabs } from '@ultimate/kit/components/display/tabs.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { Page, usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { CalendarPlus, Monitor, Printer } from 'lucide-react'
import { useState } from 'react'
import { storedSchedule, useSchedule } from '../queries.ts'
import { groupByDay, groupByField, groupByRound, listTeams, myTeam } from '../shown-games.ts'
import { GameDays } from './game-list.tsx'
import styles from './schedule-page.module.css'
import { printedPage, ScheduleSheets } from './schedule-sheets.tsx'
import { Wall } from './wall.tsx'

/** /schedule: who plays whom, when and on which field. */
export function SchedulePage() {
  const { data: schedule, dataUpdatedAt, error, isFetching, refetch } = useSchedule()
  const storedAt = useStoredAnswer(storedSchedule)
  const isLost = useConnectionStore(({ isStreamLost }) => isStreamLost)
  const [params] = useSearchParams()
  const isPublished = schedule?.published === true
  const asOf = storedAt ?? (isLost ? dataUpdatedAt : null)
  if (isPublished && params.get('view') === 'wall') return <Wall schedule={schedule} asOf={asOf} />
  return (
    <Page className={isPublished ? printedPage : undefined}>
      <PageHeader title="Schedule" feather="gold" actions={isPublished && <Actions />}>
        Who plays whom, when and on which field.
      </PageHeader>
      <AsOf at={schedule ? asOf : null} what="The schedule is" />
      {schedule &&
        (isPublished ? (
          <Schedule schedule={schedule} note={`As of ${venueMoment(new Date(dataUpdatedAt))}`} />
        ) : (
          <NotPublished />
        ))}
      {!schedule && !error && <LoadingSchedule />}
      {!schedule && error && (
        <ErrorPanel title="Failed to load the schedule" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  )
}

function Actions() {
  return (
    <>
      <LinkButton variant="quiet" icon={<Monitor aria-hidden="true" />} to="/schedule?view=wall">
        Big screen
      </LinkButton>
      <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  )
}

function NotPublished() {
  const { poolPlay } = useWords()
  return (
    <EmptyState
      title="The schedule is not published yet."
      action={<LinkButton to="/tournament/poolplay">See the pools</LinkButton>}
    >
      Pool play is Saturday, {poolPlay}. Times and fields of every game appear here as soon as they are set.
    </EmptyState>
  )
}

function LoadingSchedule() {
  return (
    <Loading label="Loading the schedule" className={styles['loading']}>
      <Skeleton shape="block" className={styles['tabs']} />
      <Skeleton shape="block" className={styles['round']} />
      <Skeleton shape="block" className={styles['round']} />
    </Loading>
  )
}

const views = ['time', 'field', 'team'] as const
const viewLabels = { time: 'By time', field: 'By field', team: 'My team' } as const

interface ScheduleProps {
  readonly schedule: ShownSchedule
  /** A sentence for paper that shows how current the schedule is. */
  readonly note: string
}

function Schedule({ schedule, note }: ScheduleProps) {
  const [params, setParams] = useSearchParams()
  const [team, setTeam] = useState(myTeam.load)
  const isKnown = team !== null && listTeams(schedule.games).some(({ id }) => id === team)
  // Those who follow a team want to see it first.
  const view = views.find((known) => known === params.get('view')) ?? (isKnown ? 'team' : 'time')
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  const choose = (chosen: string) => {
    setTeam(chosen || null)
    if (chosen) myTeam.save(chosen)
    else myTeam.clear()
  }
  if (usePrinting()) return <ScheduleSheets schedule={schedule} note={note} />
  const content = {
    time: <GameDays days={groupByRound(schedule)} lead="field" fields={fields} team={team} />,
    field: <GameDays days={groupByField(schedule)} lead="time" fields={fields} team={team} />,
    team: (
      <MyTeam schedule={schedule} team={isKnown ? team : null} onChoose={choose}>
        {isKnown && <GameDays days={groupByDay(schedule, team)} lead="time" fields={fields} team={team} withoutDays />}
      </MyTeam>
    ),
  }
  return (
    <Tabs
      label="Order"
      value={view}
      onValueChange={(next) => setParams({ view: next }, { replace: true, preventScrollReset: true })}
      tabs={views.map((value) => ({ value, label: viewLabels[value], content: content[value] }))}
    />
  )
}

interface MyTeamProps {
  readonly schedule: ShownSchedule
  readonly team: string | null
  readonly onChoose: (team: string) => void
  readonly children: React.ReactNode
}

/** The games of one team, which this device remembers. */
function MyTeam({ schedule, team, onChoose, children }: MyTeamProps) {
  const teams = listTeams(schedule.games)
  return (
    <>
      <div className={styles['choice']}>
        <SelectField
          label="My team"
          hint="This device remembers it."
          value={team ?? ''}
          onValueChange={onChoose}
          className={styles['select']}
        >
          <option value="">Choose a team</option>
          {divisions.map((division) => (
            <optgroup key={division} label={divisionLabels[division]}>
              {teams
                .filter((one) => one.division === division)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </SelectField>
        {team && (
          <a
            className={buttonClassName({ variant: 'secondary' }, styles['calendar'])}
            href={`/api/schedule/teams/${team}.ics`}
          >
            <ButtonLabel icon={<CalendarPlus aria-hidden="true" />}>Add to calendar</ButtonLabel>
          </a>
        )}
      </div>
      {children}
    </>
  )
}
