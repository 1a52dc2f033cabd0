import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { whenIdle } from '@ultimate/kit/request/throttled.ts'
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useVolunteers } from '../../volunteers/volunteer-name.tsx'
import styles from '../check-in-page.module.css'
import type { CheckInKind } from '../kinds.ts'
import type { Press } from '../use-check-in-commands.ts'
import { WalkInButton } from '../walk-in-button.tsx'
import { type Checklist, narrowLists, type PageState, prepareSearch } from './checklist.ts'
import { CheckedInList, PendingList } from './lists.tsx'

interface BothListsProps {
  readonly kind: CheckInKind
  /** The states that the two lists draw. While a press is drawn, one of them may be the earlier state. */
  readonly pendingListState: PageState
  readonly checkedInListState: PageState
  readonly search: string
  readonly onClear: () => void
  readonly onPress: Press
}

/** The sign-ups of both lists that match the search. The field shows a typed letter before the lists do. */
export const BothLists = memo(function BothLists(props: BothListsProps) {
  const { kind, pendingListState, checkedInListState, search, onClear, onPress } = props
  const resultsOfPending = useResults(pendingListState, search)
  const resultsOfCheckedIn = useResults(checkedInListState, search)
  const foundPending = resultsOfPending.pending
  const foundCheckedIn = resultsOfCheckedIn.checkedIn
  const { signups, unsavedWalkIns } = checkedInListState
  const unsavedIds = useMemo(() => new Set(unsavedWalkIns.map(({ id }) => id)), [unsavedWalkIns])
  const lists = useRef<HTMLDivElement>(null)
  useShownFromTop(lists, search)
  useEffect(() => whenIdle(() => prepareSearch(signups)), [signups])
  const volunteers = useVolunteers(signups)
  const isSearching = search.trim() !== ''
  // Both counts are of one state: while a press moves a row, that row may be in neither of the lists that are drawn.
  const isNothingFound = foundPending.length + resultsOfPending.checkedIn.length === 0
  const pendingProps = { all: pendingListState.signups, marks: pendingListState.marks, kind, onPress }
  const checkedInProps = { unsavedIds, marks: checkedInListState.marks, onPress }
  return (
    <>
      {isNothingFound && <NoMatch kind={kind} search={search} onClear={onClear} />}
      <div ref={lists} className={styles['lists']} data-lists hidden={isNothingFound} {...volunteers.handlers}>
        <section aria-labelledby="pending">
          <h2 id="pending" className={styles['listHead']}>
            Pending <span className={styles['count']}>{foundPending.length}</span>
            <a className={styles['jump']} href="#checked-in">
              To the checked-in list
            </a>
          </h2>
          <AllOrFound
            isSearching={isSearching}
            all={
              <PendingList
                {...pendingProps}
                pending={pendingListState.lists.pending}
                search=""
                isHidden={isSearching}
              />
            }
            found={<PendingList {...pendingProps} pending={foundPending} search={search} />}
          />
          {foundPending.length === 0 && <p className={styles['none']}>{isSearching ? noMatch : kind.allHere}</p>}
        </section>
        <section aria-labelledby="checked-in">
          <h2 id="checked-in" className={styles['listHead']}>
            Checked In <span className={styles['count']}>{foundCheckedIn.length}</span>
          </h2>
          <AllOrFound
            isSearching={isSearching}
            all={
              <CheckedInList
                {...checkedInProps}
                rowsAbove={countRowsAbove(checkedInListState.lists)}
                checkedIn={checkedInListState.lists.checkedIn}
                search=""
                isHidden={isSearching}
              />
            }
            found={
              <CheckedInList
                {...checkedInProps}
                rowsAbove={countRowsAbove(resultsOfCheckedIn)}
                checkedIn={foundCheckedIn}
                search={search}
              />
            }
          />
          {foundCheckedIn.length === 0 && <p className={styles['none']}>{isSearching ? noMatch : 'No one yet.'}</p>}
        </section>
      </div>
      {volunteers.dialog}
    </>
  )
})

/** Returns the rows of both lists that match a search. Rows with a failed command match every search. */
function useResults({ lists, marks }: PageState, search: string): Checklist {
  const failed = useMemo(() => new Set([...marks].filter(([, mark]) => mark.sentence).map(([id]) => id)), [marks])
  return useMemo(() => narrowLists(lists, search, failed), [lists, search, failed])
}

/** On a phone the pending list stands above the checked-in one. */
const countRowsAbove = ({ pending }: Checklist): number => (innerWidth < widthOfTwoColumns ? pending.length : 0)

/** The px of width from which the lists stand side by side; 60rem in the style sheet. */
const widthOfTwoColumns = 960
const noMatch = 'No match here.'

interface AllOrFoundProps {
  readonly isSearching: boolean
  readonly all: ReactNode
  readonly found: ReactNode
}

/**
 * Shows the results of a search in place of the whole list, which stays in the page, hidden, because removing hundreds
 * of rows and drawing them again takes longer than a search.
 */
const AllOrFound = ({ isSearching, all, found }: AllOrFoundProps) => (
  <>
    <div className={styles['all']} hidden={isSearching}>
      {all}
    </div>
    {isSearching && found}
  </>
)

/**
 * Scrolls so that the results of another search begin below the search field, however far the list was scrolled before.
 */
function useShownFromTop(lists: RefObject<HTMLElement | null>, search: string): void {
  const before = useRef(search)
  useLayoutEffect(() => {
    if (before.current === search) return
    before.current = search
    const endOfSearch = document.querySelector(`.${styles['finding']}`)?.getBoundingClientRect().bottom ?? 0
    const top = lists.current?.getBoundingClientRect().top ?? endOfSearch
    if (top < endOfSearch) scrollBy({ top: top - endOfSearch, behavior: 'instant' })
  }, [lists, search])
}

interface NoMatchProps {
  readonly kind: CheckInKind
  readonly search: string
  readonly onClear: () => void
}

function NoMatch({ kind, search, onClear }: NoMatchProps) {
  return (
    <EmptyState
      title={`Nothing matches “${search.trim()}”`}
      action={
        <>
          <Button variant="secondary" onClick={onClear}>
            Show everybody
          </Button>
          <WalkInButton kind={kind} name={search.trim()} />
        </>
      }
    >
      Try fewer letters.
    </EmptyState>
  )
}
