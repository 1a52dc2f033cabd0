import type { Session } from '@ultimate/events/dinner/board-api.ts'
import { fewestSlots, mostSlots } from '@ultimate/events/dinner/place.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { errorOf, logFailure, phaseOf, takeSession } from '../board/board-query.ts'
import { type LayoutAttempt, type LayoutFacts, type LayoutField, layoutMachine, type Outcome } from './machine.ts'
import styles from './slot-counts.module.css'

async function save({ key, warmingSlots, buffetSlots }: LayoutAttempt): Promise<Outcome> {
  try {
    const body = { warming_slots: warmingSlots, buffet_slots: buffetSlots }
    const { session } = await call('PUT /api/dinner-management/layout', { body }, { idempotencyKey: key })
    await takeSession(session)
    return { kind: 'done' }
  } catch (error) {
    return errorOf(error)
  }
}

const machine = layoutMachine.provide({
  actors: { save: fromPromise<Outcome, LayoutAttempt>(({ input }) => save(input)) },
  actions: { logFailure: (_, { error }) => logFailure('Changing the slot counts', error) },
})

const fields: readonly { readonly field: LayoutField; readonly label: string }[] = [
  { field: 'warmingSlots', label: 'Warming slots' },
  { field: 'buffetSlots', label: 'Buffet slots' },
]

/** How many places Warming and Buffet have. Only before dinner starts. */
export function SlotCounts({ session }: { readonly session: Session }) {
  const { warming_slots: warmingSlots, buffet_slots: buffetSlots } = session
  const isOpen = phaseOf(session) === 'not-started'
  const facts = useMemo<LayoutFacts>(() => ({ warmingSlots, buffetSlots, isOpen }), [warmingSlots, buffetSlots, isOpen])
  const [snapshot, send] = useMachine(machine, { input: { facts } })
  useEffect(() => send({ type: 'update', facts }), [facts, send])
  if (snapshot.matches('locked') || !isOpen) return null
  const { draft, errors, sentence } = snapshot.context
  const isSaving = snapshot.matches('saving')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'save', key: newKey() })
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {fields.map(({ field, label }) => (
        <TextField
          key={field}
          id={`board-${field}`}
          className={styles['field']}
          label={label}
          type="number"
          inputMode="numeric"
          min={fewestSlots}
          max={mostSlots}
          step={1}
          value={draft[field]}
          error={errors[field]}
          readOnly={isSaving}
          onValueChange={(text) => send({ type: 'change', field, text })}
        />
      ))}
      <div className={styles['actions']} data-idle={snapshot.matches('clean') || undefined}>
        <Button type="submit" variant="secondary" busy={isSaving}>
          Save slots
        </Button>
        <Button variant="quiet" disabled={isSaving} onClick={() => send({ type: 'discard' })}>
          Cancel
        </Button>
      </div>
      {sentence && (
        <p className={styles['refused']} role="alert">
          {sentence}
        </p>
      )}
    </form>
  )
}
