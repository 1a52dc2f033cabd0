import { type Profile, profile } from '@ultimate/events/staff/account.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { replaceUser } from '@ultimate/kit/state/session.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import styles from './account-page.module.css'
import { profileFields, profileMachine } from './update-profile.machine.ts'

export const profileFormId = 'profile'

/** Username and role stand there to be read; name and address to be changed. */
export function ProfileForm({ user, form }: { readonly user: User; readonly form: ReturnType<typeof useProfile> }) {
  return (
    <form
      id={profileFormId}
      className={styles['section']}
      noValidate
      aria-labelledby="profile-title"
      aria-busy={form.isSending}
      onSubmit={form.onSubmit}
    >
      <h2 id="profile-title" className={styles['title']}>
        Account Information
      </h2>
      {form.failure && <Notice tone="bad" announce="alert" title={form.failure} />}
      <div className={styles['fields']}>
        <TextField label="Username" value={user.username} readOnly autoComplete="username" />
        <TextField label="Role" value={user.role} readOnly />
        <TextField label="Full Name" {...form.bind('full_name')} autoComplete="name" />
        <TextField
          label="Email"
          {...form.bind('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </form>
  )
}

const toProfile = ({ full_name, email }: User): Profile => ({ full_name, email })

const updateProfile = ({ key, draft }: FormAttempt<Profile>) =>
  answerTo(profileFields, async () => {
    const { user } = await call(
      'POST /api/auth/update-profile',
      { body: profile.parse(draft) },
      { idempotencyKey: key },
    )
    replaceUser(user)
    return { profile: toProfile(user), key }
  })

const machine = profileMachine.provide({
  actors: { send: fromPromise(({ input }) => updateProfile(input)) },
  actions: {
    announce: (_, { value: { key } }) => toast.success('Profile updated successfully', offerUndo([key])),
    focusField,
  },
})

/** The profile form, which follows changes from elsewhere. */
export function useProfile(user: User) {
  const { full_name, email } = user
  const form = useForm(machine, { stored: toProfile(user) })
  const { send } = form
  useEffect(() => send({ type: 'stored', stored: { full_name, email } }), [full_name, email, send])
  return form
}
