import type { Session } from '@ultimate/events/dinner/board/board-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import type { LayoutDraft } from '../../change-layout/machine.ts'
import { phaseOf } from '../board-query.ts'
import { DinnerClock } from '../dishes/dish-clock.tsx'
import { type Phase, type SessionAction, sessionActions } from '../facts.ts'
import { ResumeDinner } from './resume-dinner.tsx'
import { FinishDinnerDialog, ResetDinnerDialog, StartDinnerDialog, useSessionControl } from './session-actions.tsx'
import styles from './session-controls.module.css'

interface SessionControlsProps {
  readonly session: Session
  /** Counts of slots that were typed and not saved: the question before Start names them. */
  readonly unsaved: LayoutDraft | null
}

/** The button of the current phase: Start, Finish or Reset. */
export function SessionControls({ session, unsaved }: SessionControlsProps) {
  const phase = phaseOf(session)
  const { step, waiting, ask, confirm, cancel } = useSessionControl(phase)
  const { action, label } = sessionActions[phase]
  const isActing = step === 'acting'
  const dialog = (asked: SessionAction) => ({
    open: asked === action && (step === 'confirming' || isActing),
    busy: isActing,
    waiting,
    onConfirm: confirm,
    onCancel: cancel,
  })
  return (
    <>
      {phase === 'completed' && <ResumeDinner session={session} />}
      <Button variant={action === 'start' ? 'primary' : 'secondary'} size="compact" onClick={ask}>
        {label}
      </Button>
      {/* All are always here: a dialog keeps its words while it fades away, though the phase has changed. */}
      <StartDinnerDialog {...dialog('start')} session={session} unsaved={unsaved} />
      <FinishDinnerDialog {...dialog('finish')} />
      <ResetDinnerDialog {...dialog('reset')} />
    </>
  )
}

interface SessionStatusProps {
  readonly session: Session
  readonly asOf?: string | undefined
}

/** The phase of the dinner, and how long it has lasted. */
export function SessionStatus({ session, asOf }: SessionStatusProps) {
  const phase = phaseOf(session)
  return (
    <p className={styles['status']} data-phase={phase}>
      <span className={styles['dot']} aria-hidden="true" />
      <span role={asOf === undefined ? 'status' : undefined}>{statusWords[phase]}</span>
      {phase !== 'not-started' && (
        <span className={styles['time']}>
          <DinnerClock session={session} asOf={asOf} />
        </span>
      )}
    </p>
  )
}

const statusWords: Readonly<Record<Phase, string>> = {
  'not-started': 'Dinner has not started',
  'in-progress': 'Dinner In Progress',
  completed: 'Dinner Completed',
}
