import { servingRange } from '@ultimate/events/dinner/serving-times.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { type QueuedCommand, type QueuedStatus, statusWords } from '@ultimate/kit/offline-queue/command.ts'
import { StatusBadge } from '@ultimate/kit/offline-queue/status-badge.tsx'
import { Check, CloudOff, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, useMemo, useRef } from 'react'
import { ReceivedLate } from '../../common/received-late.tsx'
import { StatedDetails } from '../../common/stated-details.tsx'
import { VolunteerName } from '../../volunteers/volunteer-name.tsx'
import type { CheckInKind } from '../kinds.ts'
import type { Marks } from '../marks.ts'
import type { Press } from '../use-check-in-commands.ts'
import { type CheckedInSignup, findTeam, groupBySlot, timeWithDay } from './checklist.ts'
import { Rows, useDrawnRows, useRoomForAll } from './drawn-rows.tsx'
import { type PendingListRow, useFrozenRows } from './frozen-rows.ts'
import { useJustMoved } from './just-moved.tsx'
import styles from './lists.module.css'
import { CancelWalkIn, RejectedCommand } from './row-controls.tsx'

/** A list has all rows, or the results of a search. The page may have both, so the ids of their rows differ. */
interface ListSearch {
  /** Empty for the list of all rows. */
  readonly search: string
  /** True while the results of a search stand in the place of the list. */
  readonly isHidden?: boolean
}

/** Returns the prefix of the ids of pending rows (`who`), of checked-in rows (`here`), or of groups by slot. */
const buildListId = (list: 'who' | 'here' | 'group', search: string) => (search.trim() === '' ? list : `found-${list}`)

/** Identifies what the user did last: a search, or a press, which adds a mark. */
const identifyAction = (isHidden: boolean, search: string, marks: Marks) => [isHidden, search, ...marks.keys()].join()

interface PendingListProps extends ListSearch {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  readonly marks: Marks
  readonly kind: CheckInKind
  readonly onPress: Press
}

export const PendingList = memo(function PendingList(props: PendingListProps) {
  const { pending, all, search, isHidden = false, marks, kind, onPress } = props
  // Servers stand together by slot.
  const isGrouped = kind.category === 'serving'
  const listId = buildListId('who', search)
  const groupsId = buildListId('group', search)
  const { area, rows, handlers } = useFrozenRows({ pending, all, search: isHidden ? null : search })
  const drawn = useDrawnRows(rows, search)
  const room = useRoomForAll({ name: listId, count: rows.length, drawn: drawn.length })
  const arrangement = rows.map(({ signup }) => signup.id).join()
  const moved = useJustMoved(area, { arrangement, userAction: identifyAction(isHidden, search, marks) })
  const rowProps = drawn.map(
    ({ signup, list }): PendingRowProps => ({
      signup,
      list,
      status: marks.get(signup.id)?.status,
      rejected: marks.get(signup.id)?.rejected,
      listId,
      showsSlot: !isGrouped,
      needsSecondTap: moved.missedRow === signup.id,
      onPress,
    }),
  )
  return (
    <div ref={area} {...room} {...handlers} {...moved.handlers}>
      {moved.watch}
      <TapAgain isShown={moved.missedRow !== null} />
      <WholeTeam rows={rows} search={search} kind={kind} onPress={onPress} />
      {isGrouped ? (
        groupBySlot(rowProps).map(({ slotId, name, timeSlot, rows: members }) => (
          <section key={slotId} className={styles['group']} aria-labelledby={`${groupsId}-${slotId}`}>
            <h3 id={`${groupsId}-${slotId}`} className={styles['groupHead']}>
              <time>{servingRange(timeSlot)}</time> <bdi className={styles['groupName']}>{name}</bdi>
            </h3>
            <Rows rows={members} Row={PendingRow} isSame={isSameRow} />
          </section>
        ))
      ) : (
        <Rows rows={rowProps} Row={PendingRow} isSame={isSameRow} />
      )}
    </div>
  )
})

interface WholeTeamProps {
  readonly rows: readonly PendingListRow[]
  readonly search: string
  readonly kind: CheckInKind
  readonly onPress: Press
}

/** Checks in all of the team that is searched for, with one command each. The button stays while the rows are frozen. */
function WholeTeam({ rows, search, kind, onPress }: WholeTeamProps) {
  const signups = useMemo(() => rows.map(({ signup }) => signup), [rows])
  const team = useMemo(() => findTeam(signups, search), [signups, search])
  if (!team) return null
  const pendingIds = new Set(rows.flatMap(({ signup, list }) => (list === 'pending' ? [signup.id] : [])))
  const pending = team.signups.filter(({ id }) => pendingIds.has(id))
  return (
    <div className={styles['team']} data-team>
      <p className={styles['who']}>
        <bdi className={styles['person']}>{team.name}</bdi>
        <span className={styles['what']}>{kind.ofTeam}</span>
      </p>
      <Button
        className={styles['checkInAll']}
        variant={pending.length > 0 ? 'primary' : 'quiet'}
        aria-disabled={pending.length === 0 || undefined}
        aria-label={pending.length > 0 ? `Check in all ${pending.length} of ${team.name}` : undefined}
        onClick={() => pending.length > 0 && onPress(pending, true)}
      >
        {pending.length > 0 ? `Check in all ${pending.length}` : 'All are here'}
      </Button>
    </div>
  )
}

/** Announces that a press was ignored, so that no one believes that it took effect. */
const TapAgain = ({ isShown }: { readonly isShown: boolean }) => (
  <VisuallyHidden>
    <span role="status">{isShown && 'The list has just moved. Please tap again.'}</span>
  </VisuallyHidden>
)

/** A row of either list, with the commands of this device. */
interface RowState {
  readonly signup: Signup
  /** The prefix of the ids of the rows in this list. */
  readonly listId: string
  /** The status of the last command about the sign-up. */
  readonly status: QueuedStatus | undefined
  /** A rejected command that someone has to decide on. */
  readonly rejected: QueuedCommand | null | undefined
  /** True where the last press was ignored, because the row had just moved under the finger. */
  readonly needsSecondTap: boolean
  readonly onPress: Press
}

const isSameState = (one: RowState, other: RowState): boolean =>
  one.signup === other.signup &&
  one.listId === other.listId &&
  one.status === other.status &&
  one.rejected === other.rejected &&
  one.needsSecondTap === other.needsSecondTap &&
  one.onPress === other.onPress

interface PendingRowProps extends PendingListRow, RowState {
  readonly showsSlot: boolean
}

/** Explicit, because an `li` has this role only within a list, and the chunk around the row has no role. */
const listItem = { role: 'listitem' } as const

const isSameRow = (one: PendingRowProps, other: PendingRowProps): boolean =>
  isSameState(one, other) && one.list === other.list && one.showsSlot === other.showsSlot

/** The labels of the button of a frozen row whose sign-up has left the pending list. */
const leftWords = { 'checked in': 'Checked In', removed: 'Removed' } as const

const PendingRow = memo(function PendingRow(props: PendingRowProps) {
  const { signup, listId, list, status, rejected, showsSlot, needsSecondTap, onPress } = props
  const whoId = `${listId}-${signup.id}`
  const isPending = list === 'pending'
  const pendingLabel = needsSecondTap ? 'Tap again' : 'Check In'
  return (
    <li
      {...listItem}
      className={classNames(styles['row'], !isPending && styles['left'], rejected && styles['rejected'])}
      data-row={signup.id}
    >
      <span className={styles['tick']} aria-hidden="true" />
      <Who signup={signup} id={whoId} showsSlot={showsSlot} status={isPending ? status : undefined} />
      {isPending && <CancelWalkIn signup={signup} className={styles['history']} />}
      <Button
        className={classNames(styles['checkIn'], !isPending && status && styles['waits'])}
        variant={isPending ? 'primary' : 'quiet'}
        aria-disabled={!isPending || undefined}
        aria-describedby={whoId}
        icon={list === 'checked in' && (status ? <CloudOff aria-hidden="true" /> : <Check aria-hidden="true" />)}
        onClick={() => isPending && onPress([signup], true)}
      >
        {list === 'pending' ? pendingLabel : (status && statusWords[status]) || leftWords[list]}
      </Button>
      {rejected && isPending && <RejectedCommand command={rejected} about={whoId} />}
    </li>
  )
})

interface WhoProps {
  readonly signup: Signup
  readonly id: string
  readonly showsSlot: boolean
  readonly status?: QueuedStatus | undefined
  /** True for a queued walk-in. The server has no sign-up of it yet, so its name opens none. */
  readonly isUnsaved?: boolean
}

/** The person, what for, and whose team it is. */
export function Who({ signup, id, showsSlot, status, isUnsaved = false }: WhoProps) {
  const { person_name: person, slot_name: slot, team_name: team, time_slot: time } = signup
  return (
    <div className={styles['who']} id={id}>
      <span className={styles['head']}>
        {isUnsaved ? (
          <bdi className={styles['person']}>{person}</bdi>
        ) : (
          <VolunteerName signup={signup} className={styles['person']} />
        )}
        {status && <StatusBadge status={status} />}
      </span>
      <span className={styles['what']}>
        {showsSlot && <bdi className={styles['slot']}>{slot}</bdi>}
        {showsSlot && time && <span>{servingRange(time)}</span>}
        {team && <bdi>{team}</bdi>}
        {signup.walk_in && <span>walk-in</span>}
        <StatedDetails of={signup} />
        <ReceivedLate signup={signup} />
      </span>
    </div>
  )
}

interface CheckedInListProps extends ListSearch {
  /** The number of rows of the pending list, where that list stands above this one. */
  readonly rowsAbove: number
  readonly checkedIn: readonly CheckedInSignup[]
  /** The ids of queued walk-ins. The server has no sign-ups of them yet. */
  readonly unsavedIds: ReadonlySet<string>
  readonly marks: Marks
  readonly onPress: Press
}

export const CheckedInList = memo(function CheckedInList(props: CheckedInListProps) {
  const { rowsAbove, checkedIn, unsavedIds, search, isHidden = false, marks, onPress } = props
  const listId = buildListId('here', search)
  const area = useRef<HTMLDivElement>(null)
  const drawn = useDrawnRows(checkedIn, search, rowsAbove)
  const room = useRoomForAll({ name: listId, count: checkedIn.length, drawn: drawn.length })
  const arrangement = checkedIn.map(({ signup }) => signup.id).join()
  const moved = useJustMoved(area, { arrangement, userAction: identifyAction(isHidden, search, marks) })
  const rowProps = drawn.map(
    ({ signup, at }): CheckedInRowProps => ({
      signup,
      listId,
      at,
      status: marks.get(signup.id)?.status,
      rejected: marks.get(signup.id)?.rejected,
      isUnsaved: unsavedIds.has(signup.id),
      needsSecondTap: moved.missedRow === signup.id,
      onPress,
    }),
  )
  return (
    <div ref={area} {...room} className={classNames(styles['here'], room.className)} {...moved.handlers}>
      {moved.watch}
      <TapAgain isShown={moved.missedRow !== null} />
      <Rows rows={rowProps} Row={CheckedInRow} isSame={isSameCheckedInRow} />
    </div>
  )
})

interface CheckedInRowProps extends CheckedInSignup, RowState {
  readonly isUnsaved: boolean
}

const isSameCheckedInRow = (one: CheckedInRowProps, other: CheckedInRowProps): boolean =>
  isSameState(one, other) && one.at === other.at && one.isUnsaved === other.isUnsaved

const CheckedInRow = memo(function CheckedInRow(props: CheckedInRowProps) {
  const { signup, listId, at, status, rejected, isUnsaved, needsSecondTap, onPress } = props
  const whoId = `${listId}-${signup.id}`
  return (
    <li {...listItem} className={classNames(styles['row'], rejected && styles['rejected'])} data-row={signup.id}>
      <Who signup={signup} id={whoId} showsSlot status={status} isUnsaved={isUnsaved} />
      <time className={styles['time']} dateTime={at}>
        {timeWithDay(at, new Date())}
        {signup.time_trusted === false && (
          <span className={styles['doubt']}>
            <TriangleAlert aria-hidden="true" /> clock was wrong
          </span>
        )}
      </time>
      {/* The server has no sign-up of a queued walk-in yet, so there is nothing to undo, and no history. */}
      {!isUnsaved && (
        <>
          <CancelWalkIn signup={signup} className={styles['history']} />
          <HistoryLink
            className={styles['history']}
            subject={`signup-${signup.id}`}
            name={`${signup.slot_name} of ${signup.person_name}`}
          />
          <Button
            variant="quiet"
            className={styles['undo']}
            aria-describedby={whoId}
            icon={<Undo2 aria-hidden="true" />}
            onClick={() => onPress([signup], false)}
          >
            {needsSecondTap ? 'Tap again' : 'Undo'}
          </Button>
        </>
      )}
      {rejected && <RejectedCommand command={rejected} about={whoId} />}
    </li>
  )
})
