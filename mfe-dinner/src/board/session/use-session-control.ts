import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { errorOf, logFailure, takeSession } from '../board-query.ts'
import type { Phase } from '../move-dish/rules.ts'
import { newKey } from '../new-key.ts'
import { type Outcome, type SessionAttempt, type SessionDeed, sessionMachine } from './machine.ts'

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
