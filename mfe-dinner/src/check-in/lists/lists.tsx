import { servingRange } from '@ultimate/events/dinner/slot.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { type QueuedCommand, type QueuedStatus, statusWords } from '@ultimate/kit/offline-queue/command.ts'
import { StatusBadge } from '@ultimate/kit/offline-queue/status-badge.tsx'
import { Check, CloudOff, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, useMemo, useRef } from 'react'
import { NamedAllergens } from '../../common/allergens.tsx'
import { ReceivedLate } from '../../common/received-late.tsx'
import { VolunteerName } from '../../volunteers/volunteer-name.tsx'
import type { CheckInKind } from '../kinds.ts'
import type { Marks } from '../marks.ts'
import { type Arrival, arrivalTime, bySlot, teamFound } from './checklist.ts'
import { Rows, useDrawnRows, useRoomForAll } from './drawn-rows.tsx'
import { type PendingRow as HeldRow, useHeldRows } from './held-rows.ts'
import { useJustMoved } from './just-moved.tsx'
import styles from './lists.module.css'
import { RejectedCommand, RemoveWalkIn } from './row-controls.tsx'

type Press = (signups: readonly Signup[], checkedIn: boolean) => unknown

/** All rows, or those that were searched for. Both may be in the page, so the ids of their rows differ. */
interface Which {
  /** Empty in the list of all. */
  readonly search: string
  /** True while the results of a search stand in the place of the list. */
  readonly isHidden?: boolean
}

const buildListId = (list: 'who' | 'here' | 'group', search: string) => (search.trim() === '' ? list : `found-${list}`)

interface PendingListProps extends Which {
  readonly pending: readonly Signup[]
  readonly all: readonly Signup[]
  readonly marks: Marks
  /** Servers stand together by slot. */
  readonly kind: CheckInKind
  readonly onPress: Press
}

export const PendingList = memo(function PendingList(props: PendingListProps) {
  const { pending, all, search, isHidden = false, marks, kind, onPress } = props
  const isGrouped = kind.category === 'serving'
  const [ids, groupIds] = [buildListId('who', search), buildListId('group', search)]
  const { list, rows, handlers } = useHeldRows({ pending, all, search: isHidden ? null : search })
  const drawn = useDrawnRows(rows, search)
  const room = useRoomForAll({ name: ids, count: rows.length, drawn: drawn.length })
  const place = rows.map(({ signup }) => signup.id).join()
  const moved = useJustMoved(list, { place, asked: [isHidden, search, ...marks.keys()].join() })
  const shown = drawn.map(
    ({ signup, place: stands }): PendingRowProps => ({
      signup,
      place: stands,
      status: marks.get(signup.id)?.status,
      rejected: marks.get(signup.id)?.rejected,
      ids,
      showsSlot: !isGrouped,
      isAskedAgain: moved.again === signup.id,
      onPress,
    }),
  )
  return (
    <div ref={list} {...room} {...handlers} {...moved.handlers}>
      {moved.watch}
      <TapAgain isShown={moved.again !== null} />
      <WholeTeam rows={rows} search={search} kind={kind} onPress={onPress} />
      {isGrouped ? (
        bySlot(shown).map(({ slotId, name, timeSlot, rows: members }) => (
          <section key={slotId} className={styles['group']} aria-labelledby={`${groupIds}-${slotId}`}>
            <h3 id={`${groupIds}-${slotId}`} className={styles['groupHead']}>
              <time>{servingRange(timeSlot)}</time> <bdi className={styles['groupName']}>{name}</bdi>
            </h3>
            <Rows rows={members} Row={PendingRow} isSame={isSameRow} />
          </section>
        ))
      ) : (
        <Rows rows={shown} Row={PendingRow} isSame={isSameRow} />
      )}
    </div>
  )
})

interface WholeTeamProps {
  readonly rows: readonly HeldRow[]
  readonly search: string
  readonly kind: CheckInKind
  readonly onPress: Press
}

/** Checks in all of the team that is searched for, one command each. It stays as long as the rows keep their places. */
function WholeTeam({ rows, search, kind, onPress }: WholeTeamProps) {
  const held = useMemo(() => rows.map(({ signup }) => signup), [rows])
  const team = useMemo(() => teamFound(held, search), [held, search])
  if (!team) return null
  const places = new Map(rows.map(({ signup, place }) => [signup.id, place]))
  const open = team.signups.filter(({ id }) => places.get(id) === 'pending')
  return (
    <div className={styles['team']} data-team>
      <p className={styles['who']}>
        <bdi className={styles['person']}>{team.name}</bdi>
        <span className={styles['what']}>{kind.ofTeam}</span>
      </p>
      <Button
        className={styles['checkInAll']}
        variant={open.length > 0 ? 'primary' : 'quiet'}
        aria-disabled={open.length === 0 || undefined}
        aria-label={open.length > 0 ? `Check in all ${open.length} of ${team.name}` : undefined}
        onClick={() => open.length > 0 && onPress(open, true)}
      >
        {open.length > 0 ? `Check in all ${open.length}` : 'All are here'}
      </Button>
    </div>
  )
}

/** A press that was not taken must not look like one that was. */
const TapAgain = ({ isShown }: { readonly isShown: boolean }) => (
  <VisuallyHidden>
    <span role="status">{isShown && 'The list has just moved. Please tap again.'}</span>
  </VisuallyHidden>
)

/** The state of a row under the commands of this device. */
interface RowState {
  readonly signup: Signup
  /** The prefix of the ids of the rows in this list. */
  readonly ids: string
  /** The step of the last one. */
  readonly status: QueuedStatus | undefined
  /** One that someone has to decide on. */
  readonly rejected: QueuedCommand | null | undefined
  /** True if the press on it was meant for what stood there before. */
  readonly isAskedAgain: boolean
  readonly onPress: Press
}

const isSameState = (one: RowState, other: RowState): boolean =>
  one.signup === other.signup &&
  one.ids === other.ids &&
  one.status === other.status &&
  one.rejected === other.rejected &&
  one.isAskedAgain === other.isAskedAgain &&
  one.onPress === other.onPress

interface PendingRowProps extends HeldRow, RowState {
  readonly showsSlot: boolean
}

/** The chunk around a row is no list, which takes its own role from the row. */
const item = { role: 'listitem' } as const

const isSameRow = (one: PendingRowProps, other: PendingRowProps): boolean =>
  isSameState(one, other) && one.place === other.place && one.showsSlot === other.showsSlot

const leftWords = { 'checked in': 'Checked In', removed: 'Removed' } as const

const PendingRow = memo(function PendingRow(props: PendingRowProps) {
  const { signup, ids, place, status, rejected, showsSlot, isAskedAgain, onPress } = props
  const isPending = place === 'pending'
  const who = `${ids}-${signup.id}`
  return (
    <li
      {...item}
      className={classNames(styles['row'], !isPending && styles['left'], rejected && styles['rejected'])}
      data-row={signup.id}
    >
      <span className={styles['tick']} aria-hidden="true" />
      <Who signup={signup} id={who} showsSlot={showsSlot} status={isPending ? status : undefined} />
      {isPending && <RemoveWalkIn signup={signup} className={styles['history']} />}
      <Button
        className={classNames(styles['checkIn'], !isPending && status && styles['waits'])}
        variant={isPending ? 'primary' : 'quiet'}
        aria-disabled={!isPending || undefined}
        aria-describedby={who}
        icon={place === 'checked in' && (status ? <CloudOff aria-hidden="true" /> : <Check aria-hidden="true" />)}
        onClick={() => isPending && onPress([signup], true)}
      >
        {isPending ? (isAskedAgain ? 'Tap again' : 'Check In') : (status && statusWords[status]) || leftWords[place]}
      </Button>
      {rejected && isPending && <RejectedCommand command={rejected} about={who} />}
    </li>
  )
})

interface WhoProps {
  readonly signup: Signup
  readonly id: string
  readonly showsSlot: boolean
  readonly status?: QueuedStatus | undefined
  /** Before the server has made it a sign-up there is nothing to open. */
  readonly isArriving?: boolean
}

/** The person, what for, and whose team it is. */
export function Who({ signup, id, showsSlot, status, isArriving = false }: WhoProps) {
  const { person_name: person, slot_name: slot, team_name: team, time_slot: time } = signup
  return (
    <div className={styles['who']} id={id}>
      <span className={styles['head']}>
        {isArriving ? (
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
        <NamedAllergens allergens={signup.allergens} />
        <ReceivedLate signup={signup} />
      </span>
    </div>
  )
}

interface CheckedInListProps extends Which {
  /** The number of rows above it, on a screen that shows both lists below each other. */
  readonly above: number
  readonly arrivals: readonly Arrival[]
  /** The ids of walk-ins that are no sign-ups yet. */
  readonly arriving: ReadonlySet<string>
  readonly marks: Marks
  readonly onPress: Press
}

export const CheckedInList = memo(function CheckedInList(props: CheckedInListProps) {
  const { above, arrivals, arriving, search, isHidden = false, marks, onPress } = props
  const ids = buildListId('here', search)
  const list = useRef<HTMLDivElement>(null)
  const drawn = useDrawnRows(arrivals, search, above)
  const room = useRoomForAll({ name: ids, count: arrivals.length, drawn: drawn.length })
  const place = arrivals.map(({ signup }) => signup.id).join()
  const moved = useJustMoved(list, { place, asked: [isHidden, search, ...marks.keys()].join() })
  const shown = drawn.map(
    ({ signup, at }): CheckedInRowProps => ({
      signup,
      ids,
      at,
      status: marks.get(signup.id)?.status,
      rejected: marks.get(signup.id)?.rejected,
      isArriving: arriving.has(signup.id),
      isAskedAgain: moved.again === signup.id,
      onPress,
    }),
  )
  return (
    <div ref={list} {...room} className={classNames(styles['here'], room.className)} {...moved.handlers}>
      {moved.watch}
      <TapAgain isShown={moved.again !== null} />
      <Rows rows={shown} Row={CheckedInRow} isSame={isSameArrival} />
    </div>
  )
})

interface CheckedInRowProps extends Arrival, RowState {
  readonly isArriving: boolean
}

const isSameArrival = (one: CheckedInRowProps, other: CheckedInRowProps): boolean =>
  isSameState(one, other) && one.at === other.at && one.isArriving === other.isArriving

const CheckedInRow = memo(function CheckedInRow(props: CheckedInRowProps) {
  const { signup, ids, at, status, rejected, isArriving, isAskedAgain, onPress } = props
  const who = `${ids}-${signup.id}`
  // Before the server has made it a sign-up there is nothing to undo, and no history.
  return (
    <li {...item} className={classNames(styles['row'], rejected && styles['rejected'])} data-row={signup.id}>
      <Who signup={signup} id={who} showsSlot status={status} isArriving={isArriving} />
      <time className={styles['time']} dateTime={at}>
        {arrivalTime(at, new Date())}
        {signup.time_trusted === false && (
          <span className={styles['doubt']}>
            <TriangleAlert aria-hidden="true" /> clock was wrong
          </span>
        )}
      </time>
      {!isArriving && (
        <>
          <RemoveWalkIn signup={signup} className={styles['history']} />
          <HistoryLink
            className={styles['history']}
            subject={`signup-${signup.id}`}
            name={`${signup.slot_name} of ${signup.person_name}`}
          />
          <Button
            variant="quiet"
            className={styles['undo']}
            aria-describedby={who}
            icon={<Undo2 aria-hidden="true" />}
            onClick={() => onPress([signup], false)}
          >
            {isAskedAgain ? 'Tap again' : 'Undo'}
          </Button>
        </>
      )}
      {rejected && <RejectedCommand command={rejected} about={who} />}
    </li>
  )
})
