import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { whenIdle } from '@ultimate/kit/request/throttled.ts'
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useVolunteers } from '../../volunteers/volunteer-name.tsx'
import styles from '../check-in-page.module.css'
import type { CheckInKind } from '../kinds.ts'
import type { Press } from '../use-check-in-commands.ts'
import { WalkInButton } from '../walk-in-button.tsx'
import { type Checklist, narrowed, prepareSearch } from './checklist.ts'
import { CheckedInList, PendingList } from './lists.tsx'
import type { PageState } from './pace.ts'

interface BothListsProps {
  readonly kind: CheckInKind
  /** The facts that the list of pending sign-ups shows, and those that the list of checked-in ones shows. */
  readonly pending: PageState
  readonly here: PageState
  readonly search: string
  readonly onClear: () => void
  readonly onPress: Press
}

/** The pending and the checked-in sign-ups that match the search. It is drawn after the field shows a typed letter. */
export const BothLists = memo(function BothLists(props: BothListsProps) {
  const { kind, pending, here, search, onClear, onPress } = props
  const found = useFound(pending, search)
  const foundHere = useFound(here, search)
  const keys = useMemo(() => new Set(here.arriving.map(({ id }) => id)), [here.arriving])
  const results = useRef<HTMLDivElement>(null)
  useShownFromTop(results, search)
  useEffect(() => whenIdle(() => prepareSearch(here.signups)), [here.signups])
  const volunteers = useVolunteers(here.signups)
  const isSearching = search.trim() !== ''
  const isNothing = found.pending.length + found.checkedIn.length === 0
  const ofPending = { all: pending.signups, marks: pending.marks, kind, onPress }
  const above = (lists: Checklist) => (innerWidth < widthOfTwoColumns ? lists.pending.length : 0)
  const ofHere = { arriving: keys, marks: here.marks, onPress }
  return (
    <>
      {isNothing && <NoMatch kind={kind} search={search} onClear={onClear} />}
      <div ref={results} className={styles['lists']} data-lists hidden={isNothing} {...volunteers.handlers}>
        <section aria-labelledby="pending">
          <h2 id="pending" className={styles['listHead']}>
            Pending <span className={styles['count']}>{found.pending.length}</span>
            <a className={styles['jump']} href="#checked-in">
              To the checked-in list
            </a>
          </h2>
          <AllOrFound
            isSearching={isSearching}
            all={<PendingList {...ofPending} pending={pending.lists.pending} search="" isHidden={isSearching} />}
            found={<PendingList {...ofPending} pending={found.pending} search={search} />}
          />
          {found.pending.length === 0 && <p className={styles['none']}>{isSearching ? noMatch : kind.allHere}</p>}
        </section>
        <section aria-labelledby="checked-in">
          <h2 id="checked-in" className={styles['listHead']}>
            Checked In <span className={styles['count']}>{foundHere.checkedIn.length}</span>
          </h2>
          <AllOrFound
            isSearching={isSearching}
            all={
              <CheckedInList
                {...ofHere}
                above={above(here.lists)}
                arrivals={here.lists.checkedIn}
                search=""
                isHidden={isSearching}
              />
            }
            found={
              <CheckedInList {...ofHere} above={above(foundHere)} arrivals={foundHere.checkedIn} search={search} />
            }
          />
          {foundHere.checkedIn.length === 0 && (
            <p className={styles['none']}>{isSearching ? noMatch : 'No one yet.'}</p>
          )}
        </section>
      </div>
      {volunteers.dialog}
    </>
  )
})

/** Returns the rows of both lists that match a search. Failed ones match every search. */
function useFound({ lists, marks }: PageState, search: string): Checklist {
  const failed = useMemo(() => new Set([...marks].filter(([, mark]) => mark.sentence).map(([id]) => id)), [marks])
  return useMemo(() => narrowed(lists, search, failed), [lists, search, failed])
}

/** The width in px, which is 60rem in the style sheet. */
const widthOfTwoColumns = 960
const noMatch = 'No match here.'

interface AllOrFoundProps {
  readonly isSearching: boolean
  readonly all: ReactNode
  readonly found: ReactNode
}

/**
 * Hides the list of all: removing hundreds of rows from the page, and drawing them again, takes longer than a search.
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
function useShownFromTop(results: RefObject<HTMLElement | null>, search: string): void {
  const before = useRef(search)
  useLayoutEffect(() => {
    if (before.current === search) return
    before.current = search
    const below = document.querySelector(`.${styles['finding']}`)?.getBoundingClientRect().bottom ?? 0
    const top = results.current?.getBoundingClientRect().top ?? below
    if (top < below) scrollBy({ top: top - below, behavior: 'instant' })
  }, [results, search])
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
