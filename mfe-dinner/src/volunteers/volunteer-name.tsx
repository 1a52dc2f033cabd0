import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import styles from './volunteer-name.module.css'

const VolunteerDialog = late(async () => (await import('./volunteer-dialog.tsx')).VolunteerDialog, {
  what: 'The sign-up',
  failed: LateAnswer,
})

interface VolunteerNameProps {
  readonly signup: Pick<Signup, 'id' | 'person_name'>
  readonly className?: string | undefined
}

/** A name in a list. For TD and admin it opens the volunteer's dialog, if the list uses {@link useVolunteers}. */
export function VolunteerName({ signup: { id, person_name: name }, className }: VolunteerNameProps) {
  const mayOpen = useSessionStore(({ user }) => isAllowed(adminOrTd, user?.role ?? null))
  if (!mayOpen) return <bdi className={className}>{name}</bdi>
  return (
    <button
      type="button"
      className={classNames(styles['name'], className)}
      aria-haspopup="dialog"
      aria-label={`Open the sign-up of ${name}`}
      data-volunteer={id}
    >
      <bdi>{name}</bdi>
    </button>
  )
}

/** Opens the dialog of the volunteer whose name is pressed, with one handler for the hundreds of rows of a list. */
export function useVolunteers(signups: readonly Signup[] | undefined) {
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = openId === null ? undefined : signups?.find(({ id }) => id === openId)
  const isGone = openId !== null && signups !== undefined && !opened
  const close = useCallback(() => setOpenId(null), [])
  // Forgets a sign-up that was canceled, so that its dialog does not open again when the cancellation is undone.
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])
  const onClick = useCallback((event: MouseEvent) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-volunteer]')?.dataset['volunteer']
    if (id !== undefined) setOpenId(id)
  }, [])
  const dialog: ReactNode = opened && <VolunteerDialog signup={opened} onClose={close} />
  return { handlers: { onClick }, dialog }
}
