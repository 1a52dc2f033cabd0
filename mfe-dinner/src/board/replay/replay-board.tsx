import type { Replay, ReplayAs } from '@ultimate/events/dinner/board/board-api.ts'
import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { venueDay, venueMomentAndSecond } from '@ultimate/kit/event/venue-time.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { BoardViewContext } from '../board-actions.ts'
import { SessionStatus } from '../board-head.tsx'
import styles from '../board-page.module.css'
import { findPhase, toPlace } from '../board-query.ts'
import { FinishedItems, LeftoverItems } from '../dishes/item-list.tsx'
import { BoardSkeleton, Zones } from '../zones/zones.tsx'
import { buildSearch, type Switch, switchFrom } from './moment-in-address.ts'
import { type Player, PlayerControls, usePlayer } from './player.tsx'

/** The dinner that an address asks for: by its number, or by a moment or an event of the log. */
export interface ReplayAddress {
  readonly dinner: string | null
  readonly at: string | null
  /** The time that counts for an event: when the site recorded it, or when it happened. */
  readonly as: ReplayAs
}

/** A replay with its address. The page has another address while another replay is loading. */
interface LoadedReplay {
  readonly address: ReplayAddress
  readonly replay: Replay
}

async function readSteps(address: ReplayAddress, signal: AbortSignal): Promise<LoadedReplay> {
  const { dinner, at, as } = address
  const query = { dinner: dinner ?? undefined, at: at ?? undefined, as }
  return { address, replay: await call('GET /api/dinner-management/replay/steps', { query }, { signal }) }
}

/** A dinner as it went, event by event; read-only. All events are read once, and folded here for each moment. */
export function ReplayBoard({ dinner, at, as }: ReplayAddress) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<LoadedReplay>({
    // Begins with the topic of the board, so that an event there reads the replay again.
    queryKey: ['board', 'replay', dinner, at, as],
    queryFn: ({ signal }) => readSteps({ dinner, at, as }, signal),
    // The last dinner stays until another one is loaded, so that neither the focus nor the board leaves its place.
    placeholderData: (last: LoadedReplay | undefined) => last,
  })
  const slider = useFocusOnOpen(data !== undefined)
  if (data && data.replay.steps.length > 0)
    return <PlayedDinner loaded={data} chosen={{ dinner, at, as }} isReplaced={isPlaceholderData} slider={slider} />
  return (
    <>
      <Head>As it was in the past.</Head>
      <NoReplay isEmpty={data !== undefined} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </>
  )
}

interface NoReplayProps {
  /** True where the replay is loaded, but has no steps. */
  readonly isEmpty: boolean
  readonly error: Error | null
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

function NoReplay({ isEmpty, error, isRetrying, onRetry }: NoReplayProps) {
  if (isEmpty)
    return (
      <EmptyState title="Nothing has happened yet">A dinner can be replayed from its first check-in on.</EmptyState>
    )
  // The server rejects the fields of the address.
  if (error instanceof ApiError && error.status < 500 && Object.keys(error.fields).length > 0)
    return (
      <EmptyState title="This link leads to no moment of a dinner">
        It may be cut off or mistyped. Back to now opens the board, which leads to its replay.
      </EmptyState>
    )
  if (error)
    return (
      <ErrorPanel title="Failed to load items" onRetry={onRetry} retrying={isRetrying}>
        {error instanceof ApiError && error.message}
      </ErrorPanel>
    )
  return <BoardSkeleton />
}

function Head({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <PageHeader
      title="Dinner Management"
      density="desk"
      actions={
        <>
          {actions}
          <LinkButton to="/dinner/management" variant="secondary" size="compact">
            Back to now
          </LinkButton>
        </>
      }
    >
      {children}
    </PageHeader>
  )
}

interface PlayedDinnerProps {
  readonly loaded: LoadedReplay
  /** The address of the page, for which another replay may still be loading. */
  readonly chosen: ReplayAddress
  /** True while the replay of `chosen` is loading. */
  readonly isReplaced: boolean
  readonly slider: ReturnType<typeof useFocusOnOpen>
}

function PlayedDinner({ loaded: { address, replay }, chosen, isReplaced, slider }: PlayedDinnerProps) {
  const player = usePlayer(replay, address, isReplaced)
  const { board, asOf } = player
  const { session } = board
  const isListed = chosen.dinner !== null && replay.dinners.some(({ dinner }) => String(dinner) === chosen.dinner)
  return (
    <>
      <Head
        actions={
          <>
            <SessionStatus session={session} asOf={asOf} />
            <TruthChoice chosen={chosen.as} player={player} />
            <DinnerChoice replay={replay} chosen={(isListed && chosen.dinner) || String(replay.dinner)} />
          </>
        }
      >
        {address.as === 'known' ? 'As it was known on' : 'As it really was on'}{' '}
        <time dateTime={asOf}>{venueMomentAndSecond(new Date(asOf))}</time>. Nothing can be moved here.
      </Head>
      {findPhase(session) === 'completed' && <LeftoverItems items={board.leftovers} session={session} asOf={asOf} />}
      <PlayedZones replay={replay} player={player} />
      <FinishedItems items={board.finished} session={session} asOf={asOf} />
      <PlayerControls player={player} steps={replay.steps} slider={slider} />
    </>
  )
}

/** The zones. The dishes that the last event moved are outlined, and show the name of their mover. */
function PlayedZones({ replay: { steps }, player }: { readonly replay: Replay; readonly player: Player }) {
  const { board, asOf, cursor } = player
  const step = cursor.step === 0 ? undefined : steps[cursor.step]
  const items = useMemo(() => board.items.map((item) => ({ item, place: toPlace(item) })), [board])
  const moverByDish = useMemo(() => new Map(step?.standings.map(({ id }) => [id, step.by ?? 'Someone'])), [step])
  const view = useMemo(() => ({ session: board.session, asOf, actions: null }), [board, asOf])
  const marks = useMemo(() => ({ pickedUp: null, moverByDish }), [moverByDish])
  return (
    <BoardViewContext value={view}>
      <Zones items={items} marks={marks} />
    </BoardViewContext>
  )
}

/** Switches between what was known and what really was, at the same moment. */
function TruthChoice({ chosen, player }: { readonly chosen: ReplayAs; readonly player: Player }) {
  const [, setSearch] = useSearchParams()
  const last = useRef<Switch | null>(null)
  const change = (truth: string) => {
    const { position, moment } = player
    // True if the user chose back before the other order was loaded: the page still shows this order.
    const isShown = truth === position.as
    if (!isShown) last.current = switchFrom(position, moment, last.current)
    setSearch(buildSearch(isShown ? position : (last.current?.to ?? position)), { preventScrollReset: true })
  }
  return (
    <SelectField label="Show" compact className={styles['choice']} value={chosen} onValueChange={change}>
      <option value="known">As it was known</option>
      <option value="happened">As it really was</option>
    </SelectField>
  )
}

/** The choice of a dinner by its number. */
function DinnerChoice({ replay: { dinners }, chosen }: { readonly replay: Replay; readonly chosen: string }) {
  const [, setSearch] = useSearchParams()
  if (dinners.length < 2) return null
  return (
    <SelectField
      label="Dinner"
      compact
      className={styles['choice']}
      value={chosen}
      onValueChange={(number) => setSearch({ dinner: number }, { preventScrollReset: true })}
    >
      {dinners.toReversed().map(({ dinner, from, started_at }) => (
        <option key={dinner} value={dinner}>
          Dinner {dinner}, {dayOf(started_at ?? from)}
        </option>
      ))}
    </SelectField>
  )
}

const dayOf = (moment: string): string => venueDay(new Date(moment))

/**
 * Focuses the slider when the page opens, so that the arrow keys and space work at once. The choice of another dinner
 * leaves the focus where it is.
 */
function useFocusOnOpen(isLoaded: boolean) {
  const slider = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    if (!isLoaded || isDone.current) return
    isDone.current = true
    // In the next frame, because the shell first puts the focus where the page begins.
    const frame = requestAnimationFrame(() => slider.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [isLoaded])
  return slider
}
