import type { Profile } from '@ultimate/events/staff/account.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { call } from '@ultimate/kit/api.ts'
import { toast } from '@ultimate/kit/components/toast.ts'
import { replaceUser } from '@ultimate/kit/session.ts'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { refusedOr } from '../send.ts'
import { profileMachine, type SaveOutcome } from './machine.ts'
import { cleaned, type ProfileField, profileFields } from './profile-draft.ts'

export const controlId = (field: ProfileField): string => `profile-${field}`

const profileOf = ({ full_name, email }: User): Profile => ({ full_name, email })

const machine = profileMachine.provide({
  actors: {
    saveProfile: fromPromise<SaveOutcome, Profile>(({ input }) =>
      refusedOr(profileFields, async () => {
        const { user } = await call('POST /api/auth/update-profile', { body: cleaned(input) })
        replaceUser(user)
        return { kind: 'saved' as const, profile: profileOf(user) }
      }),
    ),
  },
  actions: {
    announce: () => toast.success('Profile updated successfully'),
    // After the frame in which the sentences appear, so that the one under the field is read out with it.
    focusField: (_, { field }) => {
      if (field) requestAnimationFrame(() => document.getElementById(controlId(field))?.focus())
    },
  },
})

/** The profile form's machine, with its effects, as the screen needs it. */
export function useProfile(user: User) {
  const { full_name, email } = user
  const [snapshot, send] = useMachine(machine, { input: { stored: profileOf(user) } })
  useEffect(() => send({ type: 'arrived', profile: { full_name, email } }), [full_name, email, send])
  const { draft, errors, failure } = snapshot.context
  return {
    failure,
    isDirty: !snapshot.matches('clean'),
    isSaving: snapshot.matches('saving'),
    bind: (field: ProfileField) => ({
      id: controlId(field),
      name: field,
      value: draft[field],
      error: errors[field],
      onValueChange: (value: string) => send({ type: 'change', changes: { [field]: value } }),
    }),
    reset: () => send({ type: 'reset' }),
    save: () => send({ type: 'save' }),
  }
}
export type ProfileForm = ReturnType<typeof useProfile>
