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
import { memo, type PointerEvent, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import styles from './check-in-page.module.css'
import { classifyFailure, loadSentence } from './failure.ts'
import type { CheckInKind } from './kinds.ts'
import { ScanButton } from './labels/label-buttons.tsx'
import { labelCode } from './labels/label-code.ts'
import type { Scanned } from './labels/scan-dialog.tsx'
import { focusSearch, LastActionBar } from './last-action-bar.tsx'
import { BothLists } from './lists/both-lists.tsx'
import { arrivalTime, buildChecklist, type Checklist } from './lists/checklist.ts'
import { type PageState, usePace } from './lists/pace.ts'
import { type Press, useCheckInCommands } from './use-check-in-commands.ts'

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
