import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Tabs } from '@ultimate/kit/components/display/tabs.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page, usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { late } from '@ultimate/kit/components/loading/late.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { Printer } from 'lucide-react'
import { divisionIn } from '../../pools/pool-name.ts'
import { BracketSheets } from './bracket-boards.tsx'
import styles from './bracket-placeholder.module.css'
import { BracketPlaceholder } from './bracket-placeholder.tsx'
import { type BothBrackets, firstWithBracket, useBrackets, useFieldNames } from './bracket-query.ts'
import { BracketView } from './bracket-view.tsx'

/** The tools that visitors do not load. */
const StaffBracket = late(async () => (await import('./staff-bracket.tsx')).StaffBracket, {
  what: 'The tools for the bracket',
  waiting: <Skeleton shape="block" className={styles['staff']} />,
})

/** /tournament/bracket: who plays whom on Sunday, and who ends where. TD and admin make and post it here. */
export function BracketPage() {
  const isStaff = useSessionStore(({ user, isAuthenticated }) =>
    isAllowed(adminOrTd, isAuthenticated ? (user?.role ?? null) : null),
  )
  const { brackets, error, isFetching, readAt, storedAt, retry } = useBrackets(isStaff ? 'draft' : 'public')
  const isLost = useConnectionStore(({ isStreamLost }) => isStreamLost)
  const isShown = brackets !== undefined && divisions.some((division) => brackets[division].bracket !== null)
  return (
    <Page className={isShown ? styles['page'] : undefined}>
      <PageHeader title="Bracket" feather="gold" actions={isShown && <PrintButton />}>
        Sunday’s games, round by round, until one team is left.
      </PageHeader>
      <AsOf at={isShown ? (storedAt ?? (isLost ? readAt : null)) : null} what="The bracket is" />
      {brackets && <Divisions brackets={brackets} isStaff={isStaff} note={`As of ${venueMoment(new Date(readAt))}`} />}
      {!brackets && !error && (
        <Loading label="Loading the bracket">
          <Skeleton shape="block" className={styles['loading']} />
        </Loading>
      )}
      {!brackets && error && <ErrorPanel title="Failed to load the bracket" onRetry={retry} retrying={isFetching} />}
    </Page>
  )
}

function PrintButton() {
  return (
    <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
      Print
    </Button>
  )
}

interface DivisionsProps {
  readonly brackets: BothBrackets
  readonly isStaff: boolean
  /** A sentence for paper that shows how current the brackets are. */
  readonly note: string
}

/** Visitors choose a division once there is something to choose. */
function Divisions({ brackets, isStaff, note }: DivisionsProps) {
  const [params, setParams] = useSearchParams()
  const fields = useFieldNames(isStaff ? 'draft' : 'public')
  const isEmpty = divisions.every((division) => brackets[division].bracket === null)
  if (usePrinting() && !isEmpty) return <BracketSheets brackets={brackets} fields={fields} note={note} />
  if (isEmpty && !isStaff) return <BracketPlaceholder />
  return (
    <Tabs
      label="Division"
      value={divisionIn(params) ?? firstWithBracket(brackets)}
      onValueChange={(division) => setParams({ division }, { replace: true, preventScrollReset: true })}
      tabs={divisions.map((division) => {
        const { bracket, posted } = brackets[division]
        return {
          value: division,
          label: divisionLabels[division],
          content: (
            <>
              {isStaff && <StaffBracket division={division} posted={posted} bracket={bracket} />}
              {bracket ? <BracketView bracket={bracket} fields={fields} isStaff={isStaff} /> : <BracketPlaceholder />}
            </>
          ),
        }
      })}
    />
  )
}
