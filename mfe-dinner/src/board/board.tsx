import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { LayoutDraft } from '../slots/change-layout.machine.ts'
import { SlotCounts } from '../slots/slot-counts.tsx'
import { BoardViewContext, useBoardActions } from './board-actions.ts'
import { BoardHead } from './board-head.tsx'
import styles from './board-page.module.css'
import { findPhase, type LoadedBoard } from './board-query.ts'
import { FinishedItems, LeftoverItems } from './dishes/item-list.tsx'
import { listShownFinished, listShownItems } from './dishes/shown-items.ts'
import { StandsLongest } from './dishes/stands-longest.tsx'
import { DragArea } from './moves/drag-area.tsx'
import { walkBoard } from './moves/keyboard.ts'
import { describeNotice, findDish, nameOfDish, PickedUpBar } from './moves/picked-up-bar.tsx'
import { useMovedByOthers } from './zones/moved-by-others.ts'
import { Zones } from './zones/zones.tsx'

/** The live board: zones, session controls, and the lists of finished and leftover dishes. Helpers only look. */
export function Board({ board }: { readonly board: LoadedBoard }) {
  const { session } = board
  const phase = findPhase(session)
  const canMove = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  const { handlers, ...placing } = useBoardActions(board)
  const { shown, pickedUp, notice, statuses } = placing
  const items = useMemo(() => listShownItems(shown), [shown])
  const moverByDish = useMovedByOthers(board.items, placing.ownMoves)
  /** The dish that was dropped last, which Zones draws on its place without a glide. */
  const lastDropped = useRef<string | null>(null)
  const [unsavedLayout, setUnsavedLayout] = useState<LayoutDraft | null>(null)
  const canMoveNow = canMove && phase !== 'completed'
  const view = useMemo(() => ({ session, actions: canMoveNow ? handlers : null }), [session, canMoveNow, handlers])
  const dishMarks = useMemo(() => ({ pickedUp, moverByDish, statuses }), [pickedUp, moverByDish, statuses])
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && pickedUp !== null) handlers.letGo()
    else walkBoard(event)
  }
  const undoableDish = placing.undoable?.dish
  const undo = useMemo(
    () => (undoableDish ? { name: nameOfDish(board, undoableDish), run: handlers.undo } : null),
    [board, undoableDish, handlers],
  )
  const finished = useMemo(() => listShownFinished(shown), [shown])
  const isBarShown = pickedUp !== null || notice !== null
  return (
    <>
      <BoardHead board={board} unsaved={unsavedLayout} canMove={canMove} undo={undo} />
      {/* The tools have the same height in every phase, so that no dish moves when someone else starts the dinner. */}
      <div className={styles['tools']} data-under-bar={isBarShown || undefined}>
        {phase === 'not-started' && canMove && <SlotCounts session={session} onUnsaved={setUnsavedLayout} />}
        {phase === 'not-started' && !canMove && <p>View only: TD and admins can move the dishes.</p>}
        {phase === 'in-progress' && <StandsLongest items={items} session={session} />}
      </div>
      {phase === 'completed' && <LeftoverItems items={board.leftovers} session={session} />}
      <PickedUpBar
        pickedUp={pickedUp === null ? null : { ...findDish(board, pickedUp), name: nameOfDish(board, pickedUp) }}
        notice={notice && describeNotice(board, shown, notice)}
        rejected={placing.rejectedCommandOf(notice?.dish ?? pickedUp)}
        onLetGo={handlers.letGo}
        onDismiss={handlers.dismiss}
        onResolve={handlers.resolveRejected}
      />
      <BoardViewContext value={view}>
        {/* Dragging a dish lets go of a dish that was picked up by a tap. */}
        <DragArea
          onLift={placing.letGo}
          onDrop={(dish, to) => {
            lastDropped.current = dish
            void placing.place(dish, to)
          }}
        >
          <Zones items={items} marks={dishMarks} lastDropped={lastDropped} onKeyDown={handleKey} />
        </DragArea>
      </BoardViewContext>
      <FinishedItems
        items={finished}
        session={session}
        onPutBack={canMoveNow && phase === 'in-progress' ? handlers.putBack : undefined}
      />
    </>
  )
}
