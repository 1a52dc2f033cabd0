import type { OwnSignup } from '@ultimate/events/dinner/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Mail } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useKeptHeight } from '../kept-height/use-kept-height.ts'
import { useSlots } from '../slots/slots-query.ts'
import { useSlotTools } from '../slots/use-slot-tools.tsx'
import { IncompleteBar } from './incomplete-bar.tsx'
import { LandingNotice } from './landing-notice.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { NoTeamYet } from './no-team-yet.tsx'
import { OwnSummary } from './own-summary.tsx'
import type { Person } from './person.ts'
import { PersonForm } from './person-form.tsx'
import { signUpForm } from './sign-up-form.ts'
import styles from './sign-up-page.module.css'
import { useCaptains, useDishCounts, useOwnSignups } from './signups-query.ts'
import { SlotSection } from './slot-section.tsx'
import { SlotsLoading } from './slots-loading.tsx'
import { TeamDishesSection } from './team-dishes.tsx'
import { usePerson } from './use-person.ts'
import { usePrivateLink } from './use-private-link.ts'

/** /dinner/signup: who brings what, and who serves when. */
export function SignUpPage() {
  const slots = useSlots()
  const captains = useCaptains()
  const dishCounts = useDishCounts()
  const own = useOwnSignups()
  const teamIds = useMemo(() => captains.data?.map(({ id }) => id), [captains.data])
  const information = usePerson(teamIds)
  const landing = usePrivateLink()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => signUpForm.opened(), [])
  const reads = [slots, captains, dishCounts, own]
  const isThere = reads.every(({ data }) => data)
  const room = useKeptHeight<HTMLDivElement>(isThere)
  const hasFailed = reads.some(({ error, data }) => error && !data)
  const areSlotsLoading = !hasFailed && !(slots.data && own.data && !captains.isPending)
  return (
    <Page>
      <title>Dinner Signup · Thanksgiving Ultimate</title>
      <PageHeader
        title="Dinner Signup"
        feather="cranberry"
        actions={
          <Button variant="quiet" icon={<Mail aria-hidden="true" />} onClick={() => setAsking(true)}>
            Send me my link again
          </Button>
        }
      >
        The teams cook for each other. Take a dish, or half an hour behind the buffet.
      </PageHeader>
      <div className={styles['stack']} {...room}>
        <LandingNotice landing={landing} onAskAgain={() => setAsking(true)} />
        <PersonForm
          information={information}
          captains={captains.data}
          haveCaptainsFailed={captains.isError}
          dishCounts={dishCounts.data}
        />
        {hasFailed && (
          <ErrorPanel
            title="Failed to fetch data"
            onRetry={() => reads.forEach((read) => void read.refetch())}
            retrying={reads.some(({ isFetching }) => isFetching)}
          >
            What you typed is safe on this device.
          </ErrorPanel>
        )}
        {/* Together, and in the order of the page, so that what comes later pushes nothing down. */}
        {areSlotsLoading && <SlotsLoading />}
        {slots.data && own.data && !captains.isPending && (
          <>
            {captains.data?.length === 0 && <NoTeamYet />}
            <Slots slots={slots.data} own={own.data} person={information.isComplete ? information.person : null} />
          </>
        )}
        {!areSlotsLoading && captains.data && dishCounts.data && captains.data.length > 0 && (
          <TeamDishesSection captains={captains.data} dishCounts={dishCounts.data} />
        )}
      </div>
      <LinkDialog open={isAsking} email={information.person.email} onClose={() => setAsking(false)} />
    </Page>
  )
}

interface SlotsProps {
  readonly slots: readonly Slot[]
  readonly own: readonly OwnSignup[]
  readonly person: Person | null
}

function Slots({ slots, own, person }: SlotsProps) {
  const bySlot = useMemo(() => Map.groupBy(own, ({ slot_id }) => slot_id), [own])
  const tools = useSlotTools()
  return (
    <div className={styles['slots']}>
      <OwnSummary own={own} />
      {(['dishes', 'serving'] as const).map((category) => (
        <SlotSection
          key={category}
          category={category}
          slots={slots.filter((slot) => slot.category === category)}
          own={bySlot}
          person={person}
          actions={tools?.actionsOf(category)}
          toolsOf={tools?.toolsOf}
        />
      ))}
      {person === null && slots.length > 0 && <IncompleteBar />}
      {tools?.dialogs}
    </div>
  )
}
