import type { Session } from '@ultimate/events/dinner/board-api.ts'
import { call } from '@ultimate/kit/api.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { newKey } from '../../new-key.ts'
import { errorOf, logFailure, phaseOf, takeSession } from '../board-query.ts'
import { DinnerClock } from '../dishes/dish-clock.tsx'
import type { Phase } from '../facts.ts'
import { type Outcome, type SessionAttempt, type SessionDeed, sessionMachine } from './machine.ts'
import styles from './session-controls.module.css'

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

async function perform({ deed, key }: SessionAttempt): Promise<Outcome> {
  try {
    const { session } = await call(`POST /api/dinner-management/session/${deed}`, {}, { idempotencyKey: key })
    await takeSession(session)
    return { kind: 'done' }
  } catch (error) {
    return errorOf(error)
  }
}

const machine = sessionMachine.provide({
  actors: { perform: fromPromise<Outcome, SessionAttempt>(({ input }) => perform(input)) },
  actions: {
    explain: (_, { sentence }) => toast.error(sentence),
    logFailure: (_, { error }) => logFailure('Starting, finishing or resetting dinner', error),
  },
})

/** The session's machine with its effects, as the screen needs it. */
export function useSessionControl(phase: Phase) {
  const [snapshot, send] = useMachine(machine, { input: { phase } })
  useEffect(() => send({ type: 'told', phase }), [phase, send])
  const { value } = snapshot
  return {
    phase: snapshot.context.phase,
    step: typeof value === 'object' ? Object.values(value)[0] : 'resting',
    ask: (deed: SessionDeed) => send({ type: deed, key: newKey() }),
    confirm: () => send({ type: 'confirm' }),
    cancel: () => send({ type: 'cancel' }),
  }
}
