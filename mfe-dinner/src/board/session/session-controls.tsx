import type { Session } from '@ultimate/events/dinner/board-api.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/confirm-dialog.tsx'
import { phaseOf } from '../board-query.ts'
import { DinnerClock } from '../dish-clock.tsx'
import type { Phase } from '../move-dish/rules.ts'
import type { SessionDeed } from './machine.ts'
import styles from './session-controls.module.css'
import { useSessionControl } from './use-session-control.ts'

const deeds: Readonly<Record<Phase, { readonly deed: SessionDeed; readonly label: string }>> = {
  'not-started': { deed: 'start', label: 'Start Dinner' },
  'in-progress': { deed: 'finish', label: 'Finish Dinner' },
  completed: { deed: 'reset', label: 'Reset Dinner' },
}

const questions: Readonly<Partial<Record<SessionDeed, string>>> = {
  finish:
    'Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.',
  reset: 'Are you sure you want to reset dinner? This will allow you to start a new dinner session.',
}

/** Start, Finish and Reset, each when it is its time. */
export function SessionControls({ session }: { readonly session: Session }) {
  const { phase, step, ask, confirm, cancel } = useSessionControl(phaseOf(session))
  const { deed, label } = deeds[phase]
  const question = questions[deed]
  return (
    <>
      <Button
        variant={deed === 'start' ? 'primary' : 'secondary'}
        size="compact"
        busy={deed === 'start' && step === 'acting'}
        onClick={() => ask(deed)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={question !== undefined && (step === 'confirming' || step === 'acting')}
        title={`${label}?`}
        confirmLabel={label}
        tone={deed === 'finish' ? 'danger' : 'regular'}
        busy={step === 'acting'}
        onConfirm={confirm}
        onCancel={cancel}
      >
        {question}
      </ConfirmDialog>
    </>
  )
}

interface SessionStatusProps {
  readonly session: Session
  readonly asOf?: string | undefined
}

/** Where the evening stands, in the words of the kitchen, and for how long. */
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
