import type { SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import {
  answerToSession,
  nextStep,
  type Phase,
  resumableUntil,
  resumeMinutes,
  type SessionStep,
} from '@ultimate/events/dinner/session.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useMachine } from '@xstate/react'
import { History, Undo2 } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { LayoutDraft } from '../slots/change-layout.machine.ts'
import styles from './board-page.module.css'
import { findPhase, isRejection, type LoadedBoard, logFailure, readAgain, takeSession } from './board-query.ts'
import { DinnerClock } from './dishes/dish-clock.tsx'
import { useServerTime } from './server-clock.ts'
import { sessionMachine } from './session.machine.ts'

interface BoardHeadProps {
  readonly board: LoadedBoard
  /** The counts of slots that were typed and not saved. */
  readonly unsaved: LayoutDraft | null
  /** Helpers see the phase, and no controls. */
  readonly canMove: boolean
  /** The change that Undo takes back now; null while there is none. */
  readonly undo: { readonly name: string; readonly run: () => void } | null
}

/** Title and phase of the dinner, with the controls of the whole board. */
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
          {canMove && findPhase(session) !== 'completed' && (
            <Button
              variant="secondary"
              size="compact"
              icon={<Undo2 aria-hidden="true" />}
              aria-disabled={undo === null}
              title={undo ? `Undoes the last change of ${undo.name}` : undefined}
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

interface SessionStatusProps {
  readonly session: SessionAnswer
  readonly asOf?: string | undefined
}

/** The phase of the dinner, and how long it has lasted. */
export function SessionStatus({ session, asOf }: SessionStatusProps) {
  const phase = findPhase(session)
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

interface SessionControlsProps {
  readonly session: SessionAnswer
  /** Counts of slots that were typed and not saved: the question before Start names them. */
  readonly unsaved: LayoutDraft | null
}

/** The button of the current phase: Start, Finish or Reset. */
export function SessionControls({ session, unsaved }: SessionControlsProps) {
  const action = nextStep(answerToSession(session))
  const { step, waiting, ask, confirm, cancel } = useSessionControl(action)
  const isActing = step === 'acting'
  const questions = buildQuestions(session, unsaved)
  return (
    <>
      {findPhase(session) === 'completed' && <ResumeDinner session={session} />}
      <Button variant={action === 'start' ? 'primary' : 'secondary'} size="compact" onClick={ask}>
        {labels[action]}
      </Button>
      {/* All three are rendered, so that a dialog that fades away still shows its words after the phase has changed. */}
      {(['start', 'finish', 'reset'] as const).map((asked) => (
        <ConfirmDialog
          key={asked}
          {...questions[asked]}
          confirmLabel={labels[asked]}
          open={asked === action && (step === 'confirming' || isActing)}
          busy={isActing}
          waiting={waiting}
          onConfirm={confirm}
          onCancel={cancel}
        />
      ))}
    </>
  )
}

const labels: Readonly<Record<SessionStep, string>> = {
  start: 'Start Dinner',
  finish: 'Finish Dinner',
  reset: 'Reset Dinner',
}

type Question = Pick<ConfirmDialogProps, 'title' | 'tone' | 'children'>

/** The question before each step. */
function buildQuestions(session: SessionAnswer, unsaved: LayoutDraft | null): Readonly<Record<SessionStep, Question>> {
  const slots = `${session.warming_slots} warming and ${session.buffet_slots} buffet slots until it is reset`
  return {
    start: {
      title: unsaved ? 'Start without saving the slots?' : 'Start Dinner?',
      children: unsaved
        ? `You typed ${unsaved.warmingSlots || 'no'} warming and ${unsaved.buffetSlots || 'no'} buffet slots, which are not saved. Dinner would start with ${slots}.`
        : `Are you sure you want to start dinner? This will start the timers of all dishes on the buffet. The board stays at ${slots}.`,
    },
    finish: {
      title: 'Finish Dinner?',
      tone: 'danger',
      children:
        'Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.',
    },
    reset: {
      title: 'Reset Dinner?',
      children: 'Are you sure you want to reset dinner? This will allow you to start a new dinner session.',
    },
  }
}

const operations = {
  start: 'POST /api/dinner-management/session/start',
  finish: 'POST /api/dinner-management/session/finish',
  reset: 'POST /api/dinner-management/session/reset',
} as const

/** The text of the toast after a step. Finish needs none, because the button Resume undoes it. */
const doneTexts: Partial<Record<SessionStep, string>> = {
  start: 'Dinner has started.',
  reset: 'Dinner was reset. The next one can be started.',
}

/** Asks before the next step and sends it, as `sessionMachine` describes. */
function useSessionControl(next: SessionStep) {
  const { run, waiting } = useCommand<SessionStep, string>({
    send: async (step, key) => {
      const { session } = await call(operations[step], {}, { idempotencyKey: key })
      await takeSession(session)
      return key
    },
    onDone: (key, step) => {
      send({ type: 'answered', step })
      const text = doneTexts[step]
      if (text) toast.success(text, offerUndo([key]))
    },
    onError: (error, step) => {
      void readAgain()
      const { context, value } = actor.getSnapshot()
      // The user has canceled the step, or the session is past it.
      if (value !== 'acting' || context.next !== step) return
      if (isRejection(error)) toast.error(error.message)
      else logFailure('Starting, finishing or resetting dinner', error)
      send({ type: 'answered', step })
    },
  })
  const [machine] = useState(() => sessionMachine.provide({ actions: { act: (_, { step }) => run(step) } }))
  const [{ context, value }, send, actor] = useMachine(machine, { input: { next } })
  useEffect(() => send({ type: 'next', step: next }), [next, send])
  const cancel = () => send({ type: 'cancel' })
  return {
    // Until the machine has the new step, its question is about the old step and not shown.
    step: context.next === next ? value : 'resting',
    waiting: waiting && {
      cancel: () => {
        waiting.cancel()
        cancel()
      },
    },
    ask: () => send({ type: 'ask' }),
    confirm: () => send({ type: 'confirm' }),
    cancel,
  }
}

/** Returns the minutes for which a finished dinner can still be resumed; 0 once that is over. */
export function minutesLeft({ finished_at }: Pick<SessionAnswer, 'finished_at'>, now: number): number {
  if (finished_at === null) return 0
  const leftMs = resumableUntil(finished_at) - now
  // The device's clock may be behind: then more minutes than the limit would seem to be left.
  return Math.min(resumeMinutes, Math.max(0, Math.ceil(leftMs / 60_000)))
}

/** The button that undoes a mistaken Finish, as long as that is possible. */
function ResumeDinner({ session }: { readonly session: SessionAnswer }) {
  const minutes = useServerTime((now) => minutesLeft(session, now))
  const { run, isPending, waiting } = useCommand<void, string>({
    send: async (_, idempotencyKey) => {
      const answer = await call('POST /api/dinner-management/resume', {}, { idempotencyKey })
      await takeSession(answer.session)
      return idempotencyKey
    },
    onDone: (key) =>
      toast.success('Dinner goes on. All clocks count as if it had not been finished.', offerUndo([key])),
    onError: (error) => {
      void readAgain()
      toast.error(messageOrStatus(error, 'Dinner is still finished: no connection. Please try again.'))
    },
  })
  if (minutes === 0) return null
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        icon={<Undo2 aria-hidden="true" />}
        title={`Possible for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`}
        busy={isPending && !waiting}
        onClick={() => run()}
      >
        Resume Dinner
      </Button>
      <WaitsForConnection waiting={waiting} />
    </>
  )
}
