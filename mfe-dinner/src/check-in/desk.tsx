import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { AsOf } from '@ultimate/kit/kept-answers/as-of.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import {
  memo,
  type PointerEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ScanButton } from '../labels/label-buttons.tsx'
import { WalkInButton } from '../walk-in/walk-in-button.tsx'
import styles from './check-in-page.module.css'
import type { CheckInKind } from './kinds.ts'
import { focusSearch, LastActionBar } from './last-action-bar.tsx'
import { type Checklist, checklistOf, narrowed } from './lists/checklist.ts'
import { CheckedInList, PendingList } from './lists/lists.tsx'
import { failureOf, loadSentence } from './taps/failure.ts'
import type { Marks } from './taps/marks.ts'
import { type CheckInTaps, type Press, useCheckInTaps } from './taps/use-check-in-taps.ts'

interface DeskProps {
  readonly kind: CheckInKind
  /** What the server, or the device, says; undefined until it does. */
  readonly known: readonly Signup[] | undefined
  readonly asOf: number | null
  readonly failure: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Counters, lists and the bar of the last check-in: all that a tap changes, and nothing else of the page. */
export const Desk = memo(function Desk({ kind, known, asOf, failure, isRetrying, onRetry }: DeskProps) {
  const taps = useCheckInTaps(kind)
  const signups = useMemo(() => known && [...known, ...taps.arriving], [known, taps.arriving])
  const lists = useMemo(() => signups && checklistOf(signups, taps.marks), [signups, taps.marks])
  return (
    <>
      <Counters kind={kind} lists={lists} />
      <AsOf at={asOf} what="This list is" />
      {failure ? (
        <ErrorPanel title={loadSentence(kind.category, failureOf(failure))} onRetry={onRetry} retrying={isRetrying}>
          Nobody has been checked in or out meanwhile.
        </ErrorPanel>
      ) : (
        <Lists kind={kind} signups={signups} lists={lists} taps={taps} />
      )}
      {signups && <LastActionBar kind={kind} taps={taps} signups={signups} />}
    </>
  )
})

interface CountersProps {
  readonly kind: CheckInKind
  readonly lists: Checklist | undefined
}

function Counters({ kind, lists }: CountersProps) {
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
}

interface ListsProps extends CountersProps {
  readonly signups: readonly Signup[] | undefined
  readonly taps: CheckInTaps
}

function Lists({ kind, signups, lists, taps }: ListsProps) {
  const [address] = useSearchParams()
  // A label that was scanned outside the site leads here with the code of its dish.
  const [search, setSearch] = useState(address.get('find') ?? '')
  // Typing stays responsive; the lists may follow a moment later.
  const narrowing = useDeferredValue(search)
  const clear = useCallback(() => {
    setSearch('')
    focusSearch()
  }, [])
  if (signups?.length === 0) return <EmptyState title={kind.empty.title}>{kind.empty.text}</EmptyState>
  return (
    <>
      <ScreenOnly>
        <div className={styles['finding']}>
          <QueueSearch label={kind.search} placeholder={kind.searched} value={search} onValueChange={setSearch} />
          {kind.category === 'dishes' && <ScanButton onFound={setSearch} />}
        </div>
      </ScreenOnly>
      {search.trim() !== '' && <PrintOnly>Only what matches “{search.trim()}”</PrintOnly>}
      {signups && lists ? (
        <Found
          kind={kind}
          signups={signups}
          lists={lists}
          marks={taps.marks}
          arriving={taps.arriving}
          search={narrowing}
          onClear={clear}
          onPress={taps.press}
        />
      ) : (
        <SkeletonRows label={kind.loading} rows={10} />
      )}
    </>
  )
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
 * A finger on the search opens a keyboard over the lower half of most phones, without telling the page: what is found
 * has to stand in the upper half.
 */
function toTopForKeyboard({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'touch') currentTarget.closest('search')?.scrollIntoView({ block: 'start' })
}

interface FoundProps extends CountersProps {
  readonly signups: readonly Signup[]
  readonly marks: Marks
  readonly arriving: readonly Signup[]
  readonly onPress: Press
  readonly lists: Checklist
  readonly search: string
  readonly onClear: () => void
}

/** Draws nothing anew for a letter in the field alone. */
const Found = memo(function Found(props: FoundProps) {
  const { kind, signups, lists, marks, arriving, search, onClear, onPress } = props
  const failed = useMemo(() => new Set([...marks].filter(([, mark]) => mark.sentence).map(([id]) => id)), [marks])
  const { pending, checkedIn: here } = useMemo(() => narrowed(lists, search, failed), [lists, search, failed])
  const keys = useMemo(() => new Set(arriving.map(({ id }) => id)), [arriving])
  const results = useRef<HTMLDivElement>(null)
  useShownFromTop(results, search)
  if (pending.length + here.length === 0) return <NoMatch kind={kind} search={search} onClear={onClear} />
  return (
    <div ref={results} className={styles['lists']} data-lists>
      <section aria-labelledby="pending">
        <h2 id="pending" className={styles['listHead']}>
          Pending <span className={styles['count']}>{pending.length}</span>
          <a className={styles['jump']} href="#checked-in">
            To the checked-in list
          </a>
        </h2>
        <PendingList pending={pending} all={signups} search={search} marks={marks} kind={kind} onPress={onPress} />
        {pending.length === 0 && <p className={styles['none']}>{search.trim() ? 'No match here.' : kind.allHere}</p>}
      </section>
      <section aria-labelledby="checked-in">
        <h2 id="checked-in" className={styles['listHead']}>
          Checked In <span className={styles['count']}>{here.length}</span>
        </h2>
        <CheckedInList arrivals={here} arriving={keys} search={search} marks={marks} onPress={onPress} />
        {here.length === 0 && <p className={styles['none']}>{search.trim() ? 'No match here.' : 'Nobody yet.'}</p>}
      </section>
    </div>
  )
})

/** What another search finds begins below the search field, however far the list was scrolled before. */
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
