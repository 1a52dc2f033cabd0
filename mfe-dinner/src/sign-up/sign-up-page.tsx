import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { Page, PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { ArrowUp, Mail } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { TeamDishesSection } from '../check-in/team-dishes.tsx'
import { heightHere, useRestoredHeight } from '../common/restored-height.ts'
import { useSlots } from '../slots/slots-query.ts'
import { useCaptains, useDishCounts } from '../volunteers/captains.ts'
import { type Person, signUpForm, usePerson } from '../volunteers/person.ts'
import { firstFieldId, PersonForm } from '../volunteers/person-form.tsx'
import { PrivateLinkNotice, PrivateLinkTools, usePrivateLink } from '../volunteers/private-link.tsx'
import { ExportSignups } from './export-signups.tsx'
import { OwnSummary } from './own-summary.tsx'
import { allCards, isOpen, useDrawnCards, useOpenOnly, useShownSlots } from './shown-slots.ts'
import styles from './sign-up-page.module.css'
import { SlotSection, SlotsLoading } from './slot-section.tsx'
import { type SlotTools, useSlotTools } from './slot-tools.tsx'
import { useOwnSignups } from './use-slot-commands.ts'

const LinkDialog = late(async () => (await import('../volunteers/link-dialog.tsx')).LinkDialog, {
  what: 'The form for your link',
  isWanted: ({ open }) => open,
  failed: LateAnswer,
})

/** /dinner/signup: who brings what, and who serves when. */
export function SignUpPage() {
  const slots = useSlots()
  const captains = useCaptains()
  const dishCounts = useDishCounts()
  const ownSignups = useOwnSignups()
  const teamIds = useMemo(() => captains.data?.map(({ id }) => id), [captains.data])
  const information = usePerson(teamIds)
  const link = usePrivateLink()
  const { tools, areLoading: areToolsLoading } = useSlotTools(slots.data)
  const [isLinkDialogOpen, setLinkDialogOpen] = useState(false)
  // From here on, the time is measured in which the form is filled in: programs are faster than people.
  useEffect(() => signUpForm.opened(), [])
  const isLinkOpened = link.status === 'opened'
  const reads = [slots, captains, dishCounts, ownSignups]
  // After a failed read, the parts of the page that do not need it are drawn all the same.
  const hasReadFailed = reads.some(({ error, data }) => error && !data)
  // The slots wait for captains and tools too, but only until these are loaded or have failed.
  const isWaiting = captains.isPending || areToolsLoading
  const content =
    slots.data && ownSignups.data && !isWaiting ? { slots: slots.data, ownSignups: ownSignups.data } : null
  // After a link to a card, or on return to the page, all cards are drawn at once, so that the page does not shift.
  const [isAtOnce] = useState(() => location.hash !== '' || heightHere() !== null)
  const drawnCount = useDrawnCards({ canBeDrawn: content !== null, isAtOnce, count: slots.data?.length ?? 0 })
  const areSlotsDrawn = drawnCount === allCards
  const container = useRestoredHeight<HTMLDivElement>(areSlotsDrawn && reads.every(({ data }) => data))
  // A focused element that goes away, such as a notice, gives its focus to the nearest heading.
  useFocusSuccessor(container.ref, nearestHeading)
  return (
    <Page>
      <PageHeader
        title="Dinner Signup"
        feather="cranberry"
        actions={
          <>
            <ExportSignups category="all" />
            <Button
              variant="quiet"
              icon={<Mail aria-hidden="true" />}
              onPointerEnter={LinkDialog.preload}
              onFocus={LinkDialog.preload}
              onClick={() => setLinkDialogOpen(true)}
            >
              Send me my link again
            </Button>
          </>
        }
      >
        The teams cook for each other. Bring a dish or serve a half-hour shift.
      </PageHeader>
      <div className={styles['stack']} {...container}>
        <LinkDialog open={isLinkDialogOpen} email={information.person.email} onClose={() => setLinkDialogOpen(false)} />
        <PrivateLinkNotice link={link} onAskAgain={() => setLinkDialogOpen(true)} />
        {isLinkOpened && ownSignups.data && <OwnSummary ownSignups={ownSignups.data} />}
        <PersonForm
          information={information}
          captains={captains.data}
          haveCaptainsFailed={captains.isError}
          dishCounts={dishCounts.data}
          ownCount={ownSignups.data?.length ?? 0}
        />
        {hasReadFailed && (
          <ErrorPanel
            title="Failed to fetch data"
            onRetry={() => reads.forEach((read) => void read.refetch())}
            retrying={reads.some(({ isFetching }) => isFetching)}
          >
            What you typed is safe on this device.
          </ErrorPanel>
        )}
        {/* These appear together, so that the page does not shift. */}
        {drawnCount === 0 && !hasReadFailed && <SlotsLoading />}
        {drawnCount > 0 && content && (
          <>
            {captains.data?.length === 0 && <NoTeamYet />}
            <Slots
              {...content}
              drawnCount={drawnCount}
              isSummaryAbove={isLinkOpened}
              person={information.isComplete ? information.person : null}
              tools={tools}
            />
          </>
        )}
        {(areSlotsDrawn || hasReadFailed) && captains.data && dishCounts.data && captains.data.length > 0 && (
          <TeamDishesSection captains={captains.data} dishCounts={dishCounts.data} />
        )}
        <PrivateLinkTools link={link} />
      </div>
    </Page>
  )
}

interface SlotsProps {
  readonly slots: readonly Slot[]
  /** The number of drawn cards, or `allCards`. */
  readonly drawnCount: number
  readonly ownSignups: readonly OwnSignup[]
  /** True if the page lists the own sign-ups above the form, because the visitor has opened the private link. */
  readonly isSummaryAbove: boolean
  readonly person: Person | null
  readonly tools: SlotTools | null
}

function Slots({ slots, drawnCount, ownSignups, isSummaryAbove, person, tools }: SlotsProps) {
  const ownBySlot = useMemo(() => Map.groupBy(ownSignups, ({ slot_id }) => slot_id), [ownSignups])
  const [openOnly, setOpenOnly] = useOpenOnly()
  const shown = Object.groupBy(useShownSlots(slots, ownBySlot, openOnly), ({ category }) => category)
  // The cards of dishes are drawn first, and then those of serving.
  const drawnCounts = { dishes: drawnCount, serving: drawnCount - (shown.dishes?.length ?? 0) }
  return (
    <div className={styles['slots']}>
      {tools?.notice}
      {!isSummaryAbove && <OwnSummary ownSignups={ownSignups} />}
      {openOnly && <PrintOnly>Only open slots and your own</PrintOnly>}
      {slots.length > 0 && <SlotsBar slots={slots} openOnly={openOnly} onOpenOnlyChange={setOpenOnly} />}
      {(['dishes', 'serving'] as const).map((category) => (
        <SlotSection
          key={category}
          category={category}
          slots={shown[category] ?? []}
          drawnCount={drawnCounts[category]}
          onShowAll={
            openOnly && slots.some((slot) => slot.category === category) ? () => setOpenOnly(false) : undefined
          }
          ownBySlot={ownBySlot}
          person={person}
          actions={tools?.renderActions(category)}
          renderTools={tools?.renderTools}
        />
      ))}
      {person === null && slots.length > 0 && <IncompleteBar />}
      {tools?.dialogs}
    </div>
  )
}

/** Shown while there is no captain to choose, and so no way to sign up. */
function NoTeamYet() {
  return (
    <Notice
      tone="warn"
      title="No team is registered yet."
      action={<LinkButton to="/registration/register">Register a Team</LinkButton>}
    >
      Sign-up opens once the first team is registered.
    </Notice>
  )
}

/** A bar in sight below the slots while the information is incomplete, with a button to the first field. */
function IncompleteBar() {
  return (
    <div ref={sticks} className={styles['incompletePlace']}>
      <div className={styles['incompleteBar']} data-ground="festive">
        <p>Complete your information above to sign up for slots</p>
        <Button
          variant="secondary"
          size="compact"
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => document.getElementById(firstFieldId)?.focus()}
        >
          Go to form
        </Button>
      </div>
    </div>
  )
}

interface SlotsBarProps {
  readonly slots: readonly Slot[]
  readonly openOnly: boolean
  readonly onOpenOnlyChange: (only: boolean) => void
}

const labels: Readonly<Record<SlotCategory, string>> = { dishes: 'Dishes', serving: 'Serving' }

/** The bar that stays in sight above the slots: it leads to their sections, and hides full slots. */
function SlotsBar({ slots, openOnly, onOpenOnlyChange }: SlotsBarProps) {
  return (
    <nav ref={sticks} aria-label="Slots" className={styles['bar']}>
      {(['dishes', 'serving'] as const).map((category) => (
        <a key={category} href={`#${category}`} className={styles['link']}>
          {labels[category]}{' '}
          <span className={styles['count']}>
            {slots.filter((slot) => slot.category === category && isOpen(slot)).length} open
          </span>
        </a>
      ))}
      <Checkbox label="Open only" className={styles['only']} checked={openOnly} onCheckedChange={onOpenOnlyChange} />
    </nav>
  )
}
