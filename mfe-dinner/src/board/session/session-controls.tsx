import type { Session } from '@ultimate/events/dinner/board-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { FinishDinnerDialog, finishDinner } from '../../finish-dinner/finish-dinner.tsx'
import { ResetDinnerDialog, resetDinner } from '../../reset-dinner/reset-dinner.tsx'
import { startDinner } from '../../start-dinner/start-dinner.ts'
import { errorOf, logFailure, phaseOf, takeSession } from '../board-query.ts'
import { DinnerClock } from '../dishes/dish-clock.tsx'
import type { Phase } from '../facts.ts'
import { type Outcome, type SessionAction, type SessionAttempt, sessionMachine } from './machine.ts'
import styles from './session-controls.module.css'

const actions: Readonly<Record<Phase, { readonly action: SessionAction; readonly label: string }>> = {
  'not-started': { action: 'start', label: 'Start Dinner' },
  'in-progress': { action: 'finish', label: 'Finish Dinner' },
  completed: { action: 'reset', label: 'Reset Dinner' },
}

/** The button of the current phase: Start, Finish or Reset. */
export function SessionControls({ session }: { readonly session: Session }) {
  const { phase, step, ask, confirm, cancel } = useSessionControl(phaseOf(session))
  const { action, label } = actions[phase]
  const isActing = step === 'acting'
  const dialog = (asked: SessionAction) => ({
    open: asked === action && (step === 'confirming' || isActing),
    busy: isActing,
    onConfirm: confirm,
    onCancel: cancel,
  })
  return (
    <>
      <Button
        variant={action === 'start' ? 'primary' : 'secondary'}
        size="compact"
        busy={action === 'start' && isActing}
        onClick={() => ask(action)}
      >
        {label}
      </Button>
      {/* Both are always here: a dialog keeps its words while it fades away, though the phase has changed. */}
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

const requests = { start: startDinner, finish: finishDinner, reset: resetDinner } as const

async function perform({ action, key }: SessionAttempt): Promise<Outcome> {
  try {
    const { session } = await requests[action](key)
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
  useEffect(() => send({ type: 'update', phase }), [phase, send])
  const { value } = snapshot
  return {
    phase: snapshot.context.phase,
    step: typeof value === 'object' ? Object.values(value)[0] : 'resting',
    ask: (action: SessionAction) => send({ type: action, key: newKey() }),
    confirm: () => send({ type: 'confirm' }),
    cancel: () => send({ type: 'cancel' }),
  }
}
