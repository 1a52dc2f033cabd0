import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { whenIdle } from '@ultimate/kit/request/throttled.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import {
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useVolunteers } from '../volunteers/volunteer-name.tsx'
import styles from './check-in-page.module.css'
import { type CheckInKind, classifyFailure, loadSentence } from './kinds.ts'
import { ScanButton } from './labels/label-buttons.tsx'
import { labelCode } from './labels/label-code.ts'
import type { Scanned } from './labels/scan-dialog.tsx'
import { focusSearch, LastActionBar } from './last-action-bar.tsx'
import {
  arrivalTime,
  buildChecklist,
  type Checklist,
  narrowed,
  type PageState,
  prepareSearch,
} from './lists/checklist.ts'
import { CheckedInList, PendingList } from './lists/lists.tsx'

import { type Press, useCheckInCommands } from './use-check-in-commands.ts'
import { WalkInButton } from './walk-in-button.tsx'

interface DeskProps {
  readonly kind: CheckInKind
  /** The answer of the server, or the one stored on the device; undefined until there is one. */
  readonly known: readonly Signup[] | undefined
  readonly asOf: number | null
  readonly failure: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Counters, lists and the bar of the last check-in: all that a tap changes, and nothing else of the page. */
export const Desk = memo(function Desk({ kind, known, asOf, failure, isRetrying, onRetry }: DeskProps) {
  const { marks, arriving, troubled, lastCommand, lastIds, press } = useCheckInCommands(kind)
  const now = useMemo((): PageState | undefined => {
    if (!known) return undefined
    const signups = arriving.length === 0 ? known : [...known, ...arriving]
    return { signups, lists: buildChecklist(signups, marks), marks, arriving, troubled, lastCommand }
  }, [known, marks, arriving, troubled, lastCommand])
  const pace = usePace(now)
  return (
    <>
      <Counters kind={kind} lists={pace?.rest.lists} />
      <AsOf at={asOf} what="This list is" />
      {failure ? (
        <ErrorPanel
          title={loadSentence(kind.category, classifyFailure(failure))}
          onRetry={onRetry}
          retrying={isRetrying}
        >
          No one was checked in or out in the meantime.
        </ErrorPanel>
      ) : (
        <Lists kind={kind} pending={pace?.pending} here={pace?.here} onPress={press} />
      )}
      {pace && <LastActionBar kind={kind} shown={pace.rest} lastIds={lastIds} onPress={press} />}
    </>
  )
})

/** The state of each part of the page now. They are of two moments until a command is drawn everywhere. */
interface Pace {
  readonly pending: PageState
  readonly here: PageState
  readonly rest: PageState
}

/**
 * A command draws its own list at once and nothing else. Its changes elsewhere, the progress of its sending and the
 * changes of others are drawn after that, in a drawing that the next command or letter interrupts. That drawing shows
 * one moment: it never holds the server's answer about a sign-up without the end of the command on it.
 */
function usePace(now: PageState | undefined): Pace | undefined {
  const before = useDeferredValue(now)
  if (now === undefined) return undefined
  const rest = before ?? now
  if (now.lastCommand === rest.lastCommand) return { pending: rest, here: rest, rest }
  // Undo is tapped in the list of those who are here, and moves a row into the other.
  const isUndo = now.lastCommand?.body['checkedIn'] === false
  return { pending: now, here: isUndo ? now : rest, rest }
}

interface CountersProps {
  readonly kind: CheckInKind
  readonly lists: Checklist | undefined
}

const Counters = memo(function Counters({ kind, lists }: CountersProps) {
  const pending = lists?.pending.length
  const here = lists?.checkedIn.length
  const total = pending === undefined || here === undefined ? undefined : pending + here
  return (
    <dl className={styles['counters']} aria-busy={lists === undefined}>
      <Stat density="desk" value={total ?? '–'} label={kind.total} />
      <Stat density="desk" value={here ?? '–'} label="Checked In" />
      <Stat density="desk" value={pending ?? '–'} label="Pending" />
    </dl>
  )
})

interface ListsProps {
  readonly kind: CheckInKind
  /** The state that each of both lists shows; undefined until there is one. */
  readonly pending: PageState | undefined
  readonly here: PageState | undefined
  readonly onPress: Press
}

const Lists = memo(function Lists({ kind, pending, here, onPress }: ListsProps) {
  const [address] = useSearchParams()
  // A label that was scanned outside the site leads here with the code of its dish.
  const [search, setSearch] = useState(address.get('find') ?? '')
  const [narrowing, setNarrowing] = useState(search)
  // Typing stays responsive; the lists follow a moment later. A deferred value would wait for all rows that are on
  // their way in transitions: as a transition itself, the search takes their place.
  const look = useCallback((text: string) => {
    setSearch(text)
    startTransition(() => setNarrowing(text))
  }, [])
  const clear = useCallback(() => {
    look('')
    focusSearch()
  }, [look])
  if (pending?.signups.length === 0) return <EmptyState title={kind.empty.title}>{kind.empty.text}</EmptyState>
  return (
    <>
      <ScreenOnly>
        <div ref={sticks} className={styles['finding']}>
          <QueueSearch label={kind.search} placeholder={kind.searched} value={search} onValueChange={look} />
          {kind.category === 'dishes' && <ScanButton onLabel={here && ((code) => checkInLabel(code, here, onPress))} />}
        </div>
      </ScreenOnly>
      {search.trim() !== '' && <PrintOnly>Only what matches “{search.trim()}”</PrintOnly>}
      {pending && here ? (
        <BothLists kind={kind} pending={pending} here={here} search={narrowing} onClear={clear} onPress={onPress} />
      ) : (
        <SkeletonRows label={kind.loading} rows={10} />
      )}
    </>
  )
})

/** Checks in the dish with this label, and returns the result. */
function checkInLabel(code: string, { signups, lists, marks }: PageState, onPress: Press): Scanned {
  const signup = signups.find(({ id }) => labelCode(id) === code)
  if (!signup) return { isCheckedIn: false, sentence: `No dish has the label ${code}.` }
  const name = `${signup.person_name}, ${signup.slot_name}`
  const at = lists.checkedIn.find(({ signup: { id } }) => id === signup.id)?.at
  if (marks.get(signup.id)?.checkedIn ?? signup.checked_in)
    return { isCheckedIn: false, sentence: `Already checked in at ${arrivalTime(at ?? '', new Date())}: ${name}` }
  void onPress([signup], true)
  return { isCheckedIn: true, sentence: `Checked in: ${name}` }
}

interface QueueSearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** Takes the focus when the page opens: check-in begins with a name. */
function QueueSearch(props: QueueSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After the frame has put the focus where the page begins.
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return <SearchField {...props} ref={field} className={styles['search']} onPointerUp={toTopForKeyboard} />
}

/**
 * A finger on the search opens a keyboard over the lower half of most phones, without notifying the page: what is found
 * has to stand in the upper half.
 */
function toTopForKeyboard({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'touch') currentTarget.closest('search')?.scrollIntoView({ block: 'start' })
}

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
const BothLists = memo(function BothLists(props: BothListsProps) {
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
