import type { Session } from '@ultimate/events/dinner/board-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
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

const questions = [
  {
    deed: 'finish',
    label: 'Finish Dinner',
    question:
      'Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.',
  },
  {
    deed: 'reset',
    label: 'Reset Dinner',
    question: 'Are you sure you want to reset dinner? This will allow you to start a new dinner session.',
  },
] as const

/** Start, Finish and Reset, each when it is its time. */
export function SessionControls({ session }: { readonly session: Session }) {
  const { phase, step, ask, confirm, cancel } = useSessionControl(phaseOf(session))
  const { deed, label } = deeds[phase]
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
      {/* Each keeps its words while it fades away, though the evening has gone on. */}
      {questions.map((asked) => (
        <ConfirmDialog
          key={asked.deed}
          open={asked.deed === deed && (step === 'confirming' || step === 'acting')}
          title={`${asked.label}?`}
          confirmLabel={asked.label}
          tone={asked.deed === 'finish' ? 'danger' : 'regular'}
          busy={step === 'acting'}
          onConfirm={confirm}
          onCancel={cancel}
        >
          {asked.question}
        </ConfirmDialog>
      ))}
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
