import type { Session } from '@ultimate/events/dinner/board/board-api.ts'
import type { SessionStep } from '@ultimate/events/dinner/session.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { LayoutDraft } from '../../slots/change-layout.machine.ts'
import { isRejection, logFailure, readAgain, takeSession } from '../board-query.ts'
import { sessionMachine } from './session.machine.ts'

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

/** The text of the toast after a step. A finished dinner needs none: it has its button Resume. */
const done: Partial<Record<SessionStep, string>> = {
  start: 'Dinner has started.',
  reset: 'Dinner was reset. The next one can be started.',
}

/** Runs the step that is next, which asks first, as `sessionMachine` describes. */
export function useSessionControl(next: SessionStep) {
  const { run, waiting } = useCommand<SessionStep, string>({
    send: async (step, key) => {
      const { session } = await requests[step](key)
      await takeSession(session)
      return key
    },
    onDone: (key, step) => {
      send({ type: 'answered', step })
      const text = done[step]
      if (text) toast.success(text, offerUndo([key]))
    },
    onError: (error, step) => {
      void readAgain()
      const { context, value } = actor.getSnapshot()
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
    // Until the machine hears of it, what is open is about the step before.
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
