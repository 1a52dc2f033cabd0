import type { Session } from '@ultimate/events/dinner/board/board-api.ts'
import { nextStep, type Phase, type SessionStep, sessionFrom } from '@ultimate/events/dinner/session.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import type { LayoutDraft } from '../../slots/change-layout.machine.ts'
import styles from '../board-page.module.css'
import { phaseOf } from '../board-query.ts'
import { DinnerClock } from '../dishes/dish-clock.tsx'
import { ResumeDinner } from './resume-dinner.tsx'
import { FinishDinnerDialog, ResetDinnerDialog, StartDinnerDialog, useSessionControl } from './session-actions.tsx'

interface SessionControlsProps {
  readonly session: Session
  /** Counts of slots that were typed and not saved: the question before Start names them. */
  readonly unsaved: LayoutDraft | null
}

/** The button of the current phase: Start, Finish or Reset. */
export function SessionControls({ session, unsaved }: SessionControlsProps) {
  const action = nextStep(sessionFrom(session))
  const { step, waiting, ask, confirm, cancel } = useSessionControl(action)
  const isActing = step === 'acting'
  const dialog = (asked: SessionStep) => ({
    open: asked === action && (step === 'confirming' || isActing),
    busy: isActing,
    waiting,
    onConfirm: confirm,
    onCancel: cancel,
  })
  return (
    <>
      {phaseOf(session) === 'completed' && <ResumeDinner session={session} />}
      <Button variant={action === 'start' ? 'primary' : 'secondary'} size="compact" onClick={ask}>
        {labels[action]}
      </Button>
      {/* All are always here: a dialog keeps its words while it fades away, though the phase has changed. */}
      <StartDinnerDialog {...dialog('start')} session={session} unsaved={unsaved} />
      <FinishDinnerDialog {...dialog('finish')} />
      <ResetDinnerDialog {...dialog('reset')} />
    </>
  )
}

const labels: Readonly<Record<SessionStep, string>> = {
  start: 'Start Dinner',
  finish: 'Finish Dinner',
  reset: 'Reset Dinner',
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
