import { type Profile, profile } from '@ultimate/events/staff/account.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { replaceUser } from '@ultimate/kit/state/session.ts'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { profileFields, profileMachine } from './machine.ts'

const profileOf = ({ full_name, email }: User): Profile => ({ full_name, email })

const updateProfile = (draft: Profile) =>
  answerTo(profileFields, async () => {
    const { user } = await call('POST /api/auth/update-profile', { body: profile.parse(draft) })
    replaceUser(user)
    return profileOf(user)
  })

const machine = profileMachine.provide({
  actors: { send: fromPromise(({ input }) => updateProfile(input.draft)) },
  actions: { announce: () => toast.success('Profile updated successfully'), focusField },
})

/** The profile form, which follows changes from elsewhere. */
export function useProfile(user: User) {
  const { full_name, email } = user
  const form = useForm(machine, { stored: profileOf(user) })
  const { send } = form
  useEffect(() => send({ type: 'stored', stored: { full_name, email } }), [full_name, email, send])
  return form
}
export type ProfileForm = ReturnType<typeof useProfile>
