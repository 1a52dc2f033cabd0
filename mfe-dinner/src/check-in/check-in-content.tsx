import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SearchField } from '@ultimate/kit/components/fields/search-field.tsx'
import { sticks } from '@ultimate/kit/components/layout/floating.ts'
import { PrintOnly, ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import {
  memo,
  type PointerEvent,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import styles from './check-in-page.module.css'
import { type CheckInKind, classifyFailure, loadSentence } from './kinds.ts'
import { checkInLabel, ScanButton } from './labels/label-buttons.tsx'
import { focusSearch, LastActionBar } from './last-action-bar.tsx'
import { BothLists } from './lists/both-lists.tsx'
import { buildChecklist, type Checklist, type PageState } from './lists/checklist.ts'
import { type Press, useCheckInCommands } from './use-check-in-commands.ts'

interface CheckInContentProps {
  readonly kind: CheckInKind
  /** The sign-ups of the server's answer, or of a stored answer; undefined until there is an answer. */
  readonly signups: readonly Signup[] | undefined
  /** The time of a stored answer, in milliseconds; null for the server's own. */
  readonly asOf: number | null
  readonly failure: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** The parts of the page that a tap changes: counters, lists and the bar of the last check-in. */
export const CheckInContent = memo(function CheckInContent({
  kind,
  signups,
  asOf,
  failure,
  isRetrying,
  onRetry,
}: CheckInContentProps) {
  // `marks` are the queued commands of this device by sign-up. The server's answer may not have their changes yet.
  const { marks, unsavedWalkIns, failedCommands, lastCommand, lastCheckedInIds, press } = useCheckInCommands(kind)
  const latest = useMemo((): PageState | undefined => {
    if (!signups) return undefined
    const all = unsavedWalkIns.length === 0 ? signups : [...signups, ...unsavedWalkIns]
    return { signups: all, lists: buildChecklist(all, marks), marks, unsavedWalkIns, failedCommands, lastCommand }
  }, [signups, marks, unsavedWalkIns, failedCommands, lastCommand])
  const drawn = useStagedDrawing(latest)
  return (
    <>
      <Counters kind={kind} lists={drawn?.others.lists} />
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
        <Lists
          kind={kind}
          pendingListState={drawn?.pendingList}
          checkedInListState={drawn?.checkedInList}
          onPress={press}
        />
      )}
      {drawn && <LastActionBar kind={kind} state={drawn.others} lastCheckedInIds={lastCheckedInIds} onPress={press} />}
    </>
  )
})

/** The state that each part of the page draws: the latest one, or for a moment the earlier one. */
interface DrawnStates {
  /** Drawn in the list of sign-ups that are not checked in. */
  readonly pendingList: PageState
  readonly checkedInList: PageState
  /** Drawn in the counters and in the bar of the last check-in. */
  readonly others: PageState
}

/**
 * After a press, the pressed list draws the latest state at once. All else keeps the earlier state until React has time,
 * because a further press or typed letter must not wait for the drawing.
 */
function useStagedDrawing(latest: PageState | undefined): DrawnStates | undefined {
  const deferred = useDeferredValue(latest)
  if (latest === undefined) return undefined
  const earlier = deferred ?? latest
  const isPressNew = latest.lastCommand !== earlier.lastCommand
  if (!isPressNew) return { pendingList: earlier, checkedInList: earlier, others: earlier }
  // An undo is pressed in the checked-in list, and moves a row into the pending list: both lists are drawn now.
  const isUndo = latest.lastCommand?.body['checkedIn'] === false
  if (isUndo) return { pendingList: latest, checkedInList: latest, others: earlier }
  // A check-in is pressed in the pending list: only that list is drawn now.
  return { pendingList: latest, checkedInList: earlier, others: earlier }
}

interface CountersProps {
  readonly kind: CheckInKind
  readonly lists: Checklist | undefined
}

const Counters = memo(function Counters({ kind, lists }: CountersProps) {
  const pending = lists?.pending.length
  const checkedIn = lists?.checkedIn.length
  const total = lists && lists.pending.length + lists.checkedIn.length
  return (
    <dl className={styles['counters']} aria-busy={lists === undefined}>
      <Stat density="desk" value={total ?? '–'} label={kind.total} />
      <Stat density="desk" value={checkedIn ?? '–'} label="Checked In" />
      <Stat density="desk" value={pending ?? '–'} label="Pending" />
    </dl>
  )
})

interface ListsProps {
  readonly kind: CheckInKind
  /** The states that the two lists draw; undefined until there is an answer of the server. */
  readonly pendingListState: PageState | undefined
  readonly checkedInListState: PageState | undefined
  readonly onPress: Press
}

const Lists = memo(function Lists({ kind, pendingListState, checkedInListState, onPress }: ListsProps) {
  const [address] = useSearchParams()
  // The QR code of a label opens this page with the dish's code in `find`.
  const [typed, setTyped] = useState(address.get('find') ?? '')
  /** The search that the lists show. It follows `typed` a moment later, so that typing stays responsive. */
  const [search, setSearch] = useState(typed)
  const changeSearch = useCallback((text: string) => {
    setTyped(text)
    // Not `useDeferredValue`, because the search would wait until the drawing of `useStagedDrawing` has ended.
    startTransition(() => setSearch(text))
  }, [])
  const clearSearch = useCallback(() => {
    changeSearch('')
    focusSearch()
  }, [changeSearch])
  if (pendingListState?.signups.length === 0) return <EmptyState title={kind.empty.title}>{kind.empty.text}</EmptyState>
  return (
    <>
      <ScreenOnly>
        <div ref={sticks} className={styles['finding']}>
          <CheckInSearch
            label={kind.search}
            placeholder={kind.searchPlaceholder}
            value={typed}
            onValueChange={changeSearch}
          />
          {kind.category === 'dishes' && (
            // Its state has the latest press already; see `useStagedDrawing`.
            <ScanButton onLabel={pendingListState && ((code) => checkInLabel(code, pendingListState, onPress))} />
          )}
        </div>
      </ScreenOnly>
      {typed.trim() !== '' && <PrintOnly>Only what matches “{typed.trim()}”</PrintOnly>}
      {pendingListState && checkedInListState ? (
        <BothLists
          {...{ kind, pendingListState, checkedInListState, search }}
          onClear={clearSearch}
          onPress={onPress}
        />
      ) : (
        <SkeletonRows label={kind.loading} rows={10} />
      )}
    </>
  )
})

interface CheckInSearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** Takes the focus when the page opens, because a check-in begins with a name. */
function CheckInSearch(props: CheckInSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // In the next frame, because the shell first puts the focus where the page begins.
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return <SearchField {...props} ref={field} className={styles['search']} onPointerUp={toTopForKeyboard} />
}

/**
 * Scrolls the search to the top, so that the results stand in the upper half of the screen. On most phones, a touch
 * opens a keyboard over the lower half, and the page does not learn of it.
 */
function toTopForKeyboard({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'touch') currentTarget.closest('search')?.scrollIntoView({ block: 'start' })
}
