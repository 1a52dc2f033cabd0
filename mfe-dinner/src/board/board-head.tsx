import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { History, Undo2 } from 'lucide-react'
import { memo } from 'react'
import type { LayoutDraft } from '../change-layout/change-layout.machine.ts'
import styles from './board-page.module.css'
import { type LoadedBoard, phaseOf } from './board-query.ts'
import { SessionControls, SessionStatus } from './session/session-controls.tsx'

interface BoardHeadProps {
  readonly board: LoadedBoard
  /** Counts of slots that were typed and not saved. */
  readonly unsaved: LayoutDraft | null
  /** Helpers see the phase, and no controls. */
  readonly canMove: boolean
  /** What Undo would take back now. */
  readonly undo: { readonly name: string; readonly run: () => void } | null
}

/** Title and phase of the dinner, with what can be done to all of it. */
export const BoardHead = memo(function BoardHead({ board, unsaved, canMove, undo }: BoardHeadProps) {
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
