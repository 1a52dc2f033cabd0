import type { Session } from '@ultimate/events/dinner/board/board-api.ts'
import type { SessionStep } from '@ultimate/events/dinner/session.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useState } from 'react'
import type { LayoutDraft } from '../../slots/change-layout.machine.ts'
import { isRejection, logFailure, readAgain, takeSession } from '../board-query.ts'

const requests = {
  /** From here on dishes on the buffet are timed. */
  start: (idempotencyKey: string) => call('POST /api/dinner-management/session/start', {}, { idempotencyKey }),
  /** The clocks stop, and dishes that are not done are leftovers. */
  finish: (idempotencyKey: string) => call('POST /api/dinner-management/session/finish', {}, { idempotencyKey }),
  /** Another dinner can be started. */
  reset: (idempotencyKey: string) => call('POST /api/dinner-management/session/reset', {}, { idempotencyKey }),
} as const

type QuestionProps = Pick<ConfirmDialogProps, 'open' | 'busy' | 'waiting' | 'onConfirm' | 'onCancel'>

interface StartQuestionProps extends QuestionProps {
  readonly session: Pick<Session, 'warming_slots' | 'buffet_slots'>
  readonly unsaved: LayoutDraft | null
}

export function StartDinnerDialog({ session, unsaved, ...props }: StartQuestionProps) {
  const slots = `${session.warming_slots} warming and ${session.buffet_slots} buffet slots until it is reset`
  return (
    <ConfirmDialog
      {...props}
      title={unsaved ? 'Start without saving the slots?' : 'Start Dinner?'}
      confirmLabel="Start Dinner"
    >
      {unsaved
        ? `You typed ${unsaved.warmingSlots || 'no'} warming and ${unsaved.buffetSlots || 'no'} buffet slots, which are not saved. Dinner would start with ${slots}.`
        : `Are you sure you want to start dinner? This will start the timers of all dishes on the buffet. The board stays at ${slots}.`}
    </ConfirmDialog>
  )
}

export function FinishDinnerDialog(props: QuestionProps) {
  return (
    <ConfirmDialog {...props} title="Finish Dinner?" confirmLabel="Finish Dinner" tone="danger">
      Are you sure you want to finish dinner? This will stop all buffet timers and mark remaining dishes as leftovers.
    </ConfirmDialog>
  )
}

export function ResetDinnerDialog(props: QuestionProps) {
  return (
    <ConfirmDialog {...props} title="Reset Dinner?" confirmLabel="Reset Dinner">
      Are you sure you want to reset dinner? This will allow you to start a new dinner session.
    </ConfirmDialog>
  )
}

interface Step {
  readonly action: SessionStep
  readonly name: 'confirming' | 'acting'
}

/** What is said once it is done. A finished dinner has its button Resume. */
const done: Partial<Record<SessionStep, string>> = {
  start: 'Dinner has started.',
  reset: 'Dinner was reset. The next one can be started.',
}

/** The action that is next, which asks first. Only an answer about the session leads to the one after it. */
export function useSessionControl(next: SessionStep) {
  const [step, setStep] = useState<Step | null>(null)
  // A question, or an action under way, is over once another action is next.
  if (step !== null && step.action !== next) setStep(null)
  const isCurrent = (action: SessionStep) => step?.action === next && next === action
  const { run, waiting } = useCommand<SessionStep, string>({
    send: async (action, key) => {
      const { session } = await requests[action](key)
      await takeSession(session)
      return key
    },
    onDone: (key, action) => {
      if (isCurrent(action)) setStep(null)
      const text = done[action]
      if (text) toast.success(text, offerUndo([key]))
    },
    onError: (error, action) => {
      void readAgain()
      if (!isCurrent(action)) return
      if (isRejection(error)) toast.error(error.message)
      else logFailure('Starting, finishing or resetting dinner', error)
      setStep(null)
    },
  })
  const act = () => {
    if (step?.name === 'acting') return
    setStep({ action: next, name: 'acting' })
    run(next)
  }
  return {
    step: step?.name ?? 'resting',
    waiting: waiting && {
      cancel: () => {
        waiting.cancel()
        setStep(null)
      },
    },
    ask: () => setStep({ action: next, name: 'confirming' }),
    confirm: act,
    cancel: () => setStep(null),
  }
}
