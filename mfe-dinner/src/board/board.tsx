import type { Place } from '@ultimate/events/dinner/board/place.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { History, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { SlotCounts } from '../change-layout/slot-counts.tsx'
import { DragArea } from '../move-dish/drag-area.tsx'
import { HeldDishBar } from '../move-dish/held-dish-bar.tsx'
import { focusDish, walkBoard } from '../move-dish/keyboard.ts'
import { usePlacing } from '../move-dish/use-placing.ts'
import styles from './board-page.module.css'
import { type KnownBoard, phaseOf } from './board-query.ts'
import { type BoardActions, BoardViewProvider, placeKey, shownFinished, shownItems } from './board-view.ts'
import { FinishedItems, LeftoverItems } from './dishes/item-list.tsx'
import { SessionControls, SessionStatus } from './session/session-controls.tsx'
import { useMovedByOthers } from './zones/moved-by-others.ts'
import { useGlide } from './zones/use-glide.ts'
import { Zones } from './zones/zones.tsx'

/** The live board: zones, session controls, and the lists of finished and leftover dishes. */
export function Board({ board }: { readonly board: KnownBoard }) {
  const { session } = board
  const placing = usePlacing(board)
  const { facts, held, waiting, notice } = placing
  const items = useMemo(() => shownItems(board, facts, waiting), [board, facts, waiting])
  const news = useMovedByOthers(board.items, placing.mine)
  const area = useRef<HTMLElement>(null)
  const dropped = useRef<string | null>(null)
  useGlide(area, new Map(items.map(({ item, place }) => [item.id, placeKey(place)])), dropped)

  const nameOf = (dish: string) =>
    [...board.items, ...board.finished, ...board.leftovers].find(({ id }) => id === dish)?.slot_name ?? 'This dish'
  const put = (dish: string, to: Place) => void placing.place(dish, to).then(() => focusDish(dish))
  const actions: BoardActions = {
    held,
    tapDish: (dish, at) =>
      held !== null && held !== dish && at.zone !== 'holding' ? put(held, at) : placing.pick(dish),
    tapPlace: (place) => held !== null && put(held, place),
    done: placing.done,
  }
  const letGo = () => {
    placing.letGo()
    if (held !== null) focusDish(held)
  }
  const undo = async () => {
    const dish = await placing.undo()
    if (dish !== null) focusDish(dish)
  }
  const dismiss = () => {
    placing.dismiss()
    if (notice) focusDish(notice.dish)
  }
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && held !== null) letGo()
    else walkBoard(event)
  }
  const isOver = phaseOf(session) === 'completed'
  return (
    <>
      <PageHeader
        title="Dinner Management"
        density="desk"
        actions={
          <>
            <SessionStatus session={session} />
            <LinkButton
              to={`/dinner/management?dinner=${board.dinner}`}
              variant="quiet"
              size="compact"
              className={styles['replay']}
              icon={<History aria-hidden="true" />}
            >
              Replay
            </LinkButton>
            {!isOver && (
              <Button
                variant="secondary"
                size="compact"
                icon={<Undo2 aria-hidden="true" />}
                disabled={!placing.canUndo}
                onClick={() => void undo()}
              >
                Undo last move
              </Button>
            )}
            <SessionControls session={session} />
          </>
        }
      />
      <SlotCounts session={session} />
      {isOver && <LeftoverItems items={board.leftovers} session={session} />}
      <BoardViewProvider value={{ session, news, steps: placing.steps, actions: isOver ? null : actions }}>
        <DragArea
          onLift={placing.letGo}
          onDrop={(dish, to) => {
            dropped.current = dish
            void placing.place(dish, to)
          }}
        >
          <Zones items={items} board={area} onKeyDown={keys} />
        </DragArea>
      </BoardViewProvider>
      <FinishedItems items={shownFinished(board, facts)} session={session} />
      <HeldDishBar
        held={held === null ? null : nameOf(held)}
        notice={notice && `${nameOf(notice.dish)} stays where it was. ${notice.sentence}`}
        onLetGo={letGo}
        onDismiss={dismiss}
      />
    </>
  )
}
