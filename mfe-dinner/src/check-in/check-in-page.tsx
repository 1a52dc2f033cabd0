import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useKeptFocus } from '@ultimate/kit/focus/kept-focus.ts'
import { nearestHeading } from '@ultimate/kit/focus/successors.ts'
import { AsOf } from '@ultimate/kit/kept-answers/as-of.tsx'
import { useKeptAnswer } from '@ultimate/kit/kept-answers/kept-answers.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Printer } from 'lucide-react'
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
import { UndecidedArrivals } from '../decide-arrival/undecided-arrivals.tsx'
import { useKeptHeight } from '../kept-height/kept-height.ts'
import { LabelsButton, ScanButton } from '../labels/label-buttons.tsx'
import { WalkInButton } from '../walk-in/walk-in-button.tsx'
import styles from './check-in-page.module.css'
import { keptChecklist, useChecklist } from './checklist-query.ts'
import { type CheckInKind, dishes, servers } from './kinds.ts'
import { focusSearch, LastActionBar } from './last-action-bar.tsx'
import { type Checklist, checklistOf, narrowed } from './lists/checklist.ts'
import { CheckedInList, PendingList } from './lists/lists.tsx'
import { failureOf, loadSentence } from './taps/failure.ts'
import { type CheckInTaps, useCheckInTaps } from './taps/use-check-in-taps.ts'

/** /dinner/checkin: checks in dishes as they arrive. */
export const DishCheckInPage = () => <CheckInPage kind={dishes} />

/** /dinner/server-checkin: checks in servers, by serving time. */
export const ServerCheckInPage = () => <CheckInPage kind={servers} />

function CheckInPage({ kind }: { readonly kind: CheckInKind }) {
  const { isAuthenticated, isLoading } = useSessionStore()
  if (isLoading) return null
  return isAuthenticated ? <CheckIn kind={kind} /> : <AccessDenied page={kind.title} />
}

function CheckIn({ kind }: { readonly kind: CheckInKind }) {
  const { data: known, dataUpdatedAt, error, isFetching, refetch } = useChecklist(kind)
  const keptAt = useKeptAnswer(keptChecklist(kind))
  const taps = useCheckInTaps(kind)
  const signups = useMemo(() => known && [...known, ...taps.arriving], [known, taps.arriving])
  const lists = useMemo(() => signups && checklistOf(signups, taps.marks), [signups, taps.marks])
  const keptHeight = useKeptHeight<HTMLDivElement>(lists !== undefined)
  useKeptFocus(keptHeight.ref, nearestHeading)
  return (
    <div className={styles['page']} {...keptHeight}>
      <PageHeader
        title={kind.title}
        density="desk"
        feather={kind.category === 'dishes' ? 'pumpkin' : 'gold'}
        actions={
          <>
            <WalkInButton kind={kind} />
            {kind.category === 'dishes' && known && <LabelsButton signups={known} className={styles['print']} />}
            <Button
              variant="quiet"
              size="compact"
              className={styles['print']}
              icon={<Printer aria-hidden="true" />}
              onClick={() => print()}
            >
              Print
            </Button>
          </>
        }
      >
        {kind.lead}
      </PageHeader>
      <PrintOnly>As of {new Date(dataUpdatedAt).toLocaleString('en-US')}</PrintOnly>
      <UndecidedArrivals />
      <Counters kind={kind} lists={lists} />
      <AsOf at={signups ? keptAt : null} what="This list is" />
      {error && !signups ? (
        <ErrorPanel
          title={loadSentence(kind.category, failureOf(error))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          Nobody has been checked in or out meanwhile.
        </ErrorPanel>
      ) : (
        <Lists kind={kind} signups={signups} lists={lists} taps={taps} />
      )}
      {signups && <LastActionBar kind={kind} taps={taps} signups={signups} />}
    </div>
  )
}

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
          <QueueSearch label={kind.search} value={search} onValueChange={setSearch} />
          {kind.category === 'dishes' && <ScanButton onFound={setSearch} />}
        </div>
      </ScreenOnly>
      {search.trim() !== '' && <PrintOnly>Only what matches “{search.trim()}”</PrintOnly>}
      {signups && lists ? (
        <Found kind={kind} signups={signups} lists={lists} taps={taps} search={narrowing} onClear={clear} />
      ) : (
        <SkeletonRows label={kind.loading} rows={10} />
      )}
    </>
  )
}

interface QueueSearchProps {
  readonly label: string
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
  readonly taps: CheckInTaps
  readonly lists: Checklist
  readonly search: string
  readonly onClear: () => void
}

/** Draws nothing anew for a letter in the field alone. */
const Found = memo(function Found(props: FoundProps) {
  const { kind, signups, lists, taps, search, onClear } = props
  const { marks, arriving, press } = taps
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
        <PendingList pending={pending} all={signups} search={search} marks={marks} kind={kind} onPress={press} />
        {pending.length === 0 && <p className={styles['none']}>{search.trim() ? 'No match here.' : kind.allHere}</p>}
      </section>
      <section aria-labelledby="checked-in">
        <h2 id="checked-in" className={styles['listHead']}>
          Checked In <span className={styles['count']}>{here.length}</span>
        </h2>
        <CheckedInList arrivals={here} arriving={keys} search={search} marks={marks} onPress={press} />
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

/** Shown when the session ends while the page is open. The route guard redirects all others. */
export function AccessDenied({ page }: { readonly page: string }) {
  return (
    <div className={styles['page']}>
      <PageHeader title={page} density="desk" />
      <div role="alert">
        <EmptyState title="Access Denied">
          Please log in to open {page}. This page waits, and goes on as soon as you are back.
        </EmptyState>
      </div>
    </div>
  )
}
