import type { DishPlace } from '@ultimate/events/dinner/board.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import type { QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { decideCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { History, Undo2 } from 'lucide-react'
import { type KeyboardEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LayoutDraft } from '../slots/change-layout.machine.ts'
import { SlotCounts } from '../slots/slot-counts.tsx'
import styles from './board-page.module.css'
import { type LoadedBoard, phaseOf, placeKey, shownFinished, shownItems } from './board-query.ts'
import { type BoardActions, BoardViewProvider } from './dishes/dish-card.tsx'
import { FinishedItems, LeftoverItems } from './dishes/item-list.tsx'
import { StandsLongest } from './dishes/stands-longest.tsx'
import { DragArea } from './moves/drag-area.tsx'
import { HeldDishBar } from './moves/held-dish-bar.tsx'
import { focusDish, walkBoard } from './moves/keyboard.ts'
import { findDish, nameOfDish, noticeText } from './moves/notice-text.ts'
import { type Placing, usePlacing } from './moves/use-placing.ts'
import { SessionControls, SessionStatus } from './session/session-controls.tsx'
import { Glide } from './zones/glide.tsx'
import { useMovedByOthers } from './zones/moved-by-others.ts'
import { showZone } from './zones/zone-head.tsx'
import { Zones } from './zones/zones.tsx'

/** The live board: zones, session controls, and the lists of finished and leftover dishes. Helpers only look. */
export function Board({ board }: { readonly board: LoadedBoard }) {
  const { session } = board
  const phase = phaseOf(session)
  const canMove = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  const placing = usePlacing(board)
  const { shown, held, notice, statuses } = placing
  const items = useMemo(() => shownItems(shown), [shown])
  const places = useMemo(() => new Map(items.map(({ item, place }) => [item.id, placeKey(place)])), [items])
  const news = useMovedByOthers(board.items, placing.mine)
  const area = useRef<HTMLElement>(null)
  const dropped = useRef<string | null>(null)
  const [unsaved, setUnsaved] = useState<LayoutDraft | null>(null)
  const { letGo, dismiss, decide, ...actions } = buildHandlers(placing)
  const steady = useSteadyActions(actions)
  const mayMove = canMove && phase !== 'completed'
  const view = useMemo(() => ({ session, actions: mayMove ? steady : null }), [session, mayMove, steady])
  const marks = useMemo(() => ({ held, news, statuses }), [held, news, statuses])
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && held !== null) letGo()
    else walkBoard(event)
  }
  const last = placing.undoable?.dish
  const undo = useMemo(() => (last ? { name: nameOfDish(board, last), run: steady.undo } : null), [board, last, steady])
  const finished = useMemo(() => shownFinished(shown), [shown])
  return (
    <>
      <BoardHead board={board} unsaved={unsaved} canMove={canMove} undo={undo} />
      {/* The height is the same in every phase, so that no dish moves when someone else starts the dinner. */}
      <div className={styles['tools']} data-behind={held !== null || notice !== null || undefined}>
        {phase === 'not-started' && canMove && <SlotCounts session={session} onUnsaved={setUnsaved} />}
        {phase === 'not-started' && !canMove && <p>View only: TD and admins can move the dishes.</p>}
        {phase === 'in-progress' && <StandsLongest items={items} session={session} />}
      </div>
      {phase === 'completed' && <LeftoverItems items={board.leftovers} session={session} />}
      <HeldDishBar
        held={held === null ? null : { name: nameOfDish(board, held), allergens: findDish(board, held)?.allergens }}
        notice={notice && noticeText(board, shown, notice)}
        rejected={placing.rejectedOn(notice?.dish ?? held)}
        onLetGo={letGo}
        onDismiss={dismiss}
        onDecide={decide}
      />
      <BoardViewProvider value={view}>
        <DragArea
          onLift={placing.letGo}
          onDrop={(dish, to) => {
            dropped.current = dish
            void placing.place(dish, to)
          }}
        >
          <Glide board={area} places={places} dropped={dropped}>
            <Zones items={items} marks={marks} board={area} onKeyDown={keys} />
          </Glide>
        </DragArea>
      </BoardViewProvider>
      <FinishedItems
        items={finished}
        session={session}
        onPutBack={mayMove && phase === 'in-progress' ? steady.putBack : undefined}
      />
    </>
  )
}

/** Builds the handlers of the board's taps, which then move the focus to the dish. */
function buildHandlers(placing: Placing) {
  const { held, notice, undoable } = placing
  const put = (dish: string, to: DishPlace) => void focusDish(dish, placing.place(dish, to))
  const actions: BoardActions = {
    tapDish: (dish, at) =>
      held !== null && held !== dish && at.zone !== 'holding' ? put(held, at) : placing.pick(dish),
    tapPlace: (place) => {
      if (held !== null) put(held, place)
    },
    done: placing.done,
  }
  return {
    ...actions,
    putBack: (dish: string, to: DishPlace) => {
      showZone(to.zone)
      void focusDish(dish, placing.putBack(dish, to))
    },
    letGo: () => {
      placing.letGo()
      if (held !== null) void focusDish(held)
    },
    dismiss: () => {
      placing.dismiss()
      if (notice) void focusDish(notice.dish)
    },
    decide: (command: QueuedCommand, decision: Parameters<typeof decideCommand>[1]) => {
      const dish = command.params['id'] ?? ''
      placing.letGo()
      placing.dismiss()
      void focusDish(dish, decideCommand(command, decision))
    },
    undo: () => {
      if (undoable === null) return
      showZone(undoable.from.zone)
      void focusDish(undoable.dish, placing.undo())
    },
  }
}

/** Returns the same functions for as long as the board is there; each calls the one of the latest rendering. */
function useSteadyActions<Actions extends object>(actions: Actions): Actions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const names = Object.keys(actions) as (keyof Actions)[]
  const [steady] = useState(() => {
    const later =
      (name: keyof Actions) =>
      (...given: unknown[]) =>
        (latest.current[name] as (...given: unknown[]) => unknown)(...given)
    return Object.fromEntries(names.map((name) => [name, later(name)])) as Actions
  })
  return steady
}

interface BoardHeadProps {
  readonly board: LoadedBoard
  /** Counts of slots that were typed and not saved. */
  readonly unsaved: LayoutDraft | null
  /** Helpers see the phase, and no controls. */
  readonly canMove: boolean
  /** The change that Undo takes back now; null while there is none. */
  readonly undo: { readonly name: string; readonly run: () => void } | null
}

/** Title and phase of the dinner, with what can be done to all of it. */
const BoardHead = memo(function BoardHead({ board, unsaved, canMove, undo }: BoardHeadProps) {
  const { dinner, session } = board
  return (
    <PageHeader
      title="Dinner Management"
      density="desk"
      actions={
        <>
          <SessionStatus session={session} />
          <LinkButton
            to={`/dinner/management?dinner=${dinner}`}
            variant="quiet"
            size="compact"
            className={styles['replay']}
            icon={<History aria-hidden="true" />}
          >
            Replay
          </LinkButton>
          {canMove && phaseOf(session) !== 'completed' && (
            <Button
              variant="secondary"
              size="compact"
              icon={<Undo2 aria-hidden="true" />}
              aria-disabled={undo === null}
              title={undo ? `Takes back what was done last with ${undo.name}` : undefined}
              onClick={() => undo?.run()}
            >
              Undo last move
            </Button>
          )}
          {canMove && <SessionControls session={session} unsaved={unsaved} />}
        </>
      }
    />
  )
})
