import { type Profile, profile } from '@ultimate/events/staff/account.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { UnsavedBar } from '@ultimate/kit/components/layout/unsaved-bar.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { replaceUser, useSessionStore } from '@ultimate/kit/state/session.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import styles from './account-page.module.css'
import { Devices } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useSecondFactor } from './sign-in-queries.ts'
import { profileFields, profileMachine } from './update-profile.machine.ts'

/** The page where all users change their own account. */
export function AccountPage() {
  const user = useSessionStore((session) => session.user)
  return (
    <Page>
      <PageHeader title="Account Settings" density="desk" feather="cranberry">
        Your name, your address, your password.
      </PageHeader>
      {user && <Account key={user.id} user={user} />}
    </Page>
  )
}

function Account({ user }: { readonly user: User }) {
  const { data: factor } = useSecondFactor()
  // A restricted session may do nothing but set up a second factor or add a passkey.
  const isRestricted = factor?.restricted ?? false
  const form = useProfile(user)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isPasswordTyped, setPasswordTyped] = useState(false)
  const isUnsaved = form.isDirty || isPasswordTyped
  const leaving = useLeaveWarning(isUnsaved || codes !== null)
  return (
    <div className={styles['columns']}>
      {!isRestricted && <ProfileForm user={user} form={form} />}
      {!isRestricted && <PasswordForm username={user.username} onTyped={setPasswordTyped} />}
      <SecondFactor codes={codes} onCodes={setCodes} />
      <Passkeys />
      {!isRestricted && <Devices />}
      <UnsavedBar
        open={form.isDirty}
        saving={form.isSending}
        waiting={form.waiting}
        onReset={form.reset}
        form={profileFormId}
      />
      <LeaveDialog leaving={leaving} {...(codes && { title: 'Recovery Codes' })}>
        {codes && 'Your new recovery codes are shown only now. Store them before you leave. '}
        {isUnsaved && 'You have unsaved changes. Are you sure you want to leave?'}
      </LeaveDialog>
    </div>
  )
}

const profileFormId = 'profile'

/** Shows username and role, and edits name and address. */
function ProfileForm({ user, form }: { readonly user: User; readonly form: ReturnType<typeof useProfile> }) {
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

/** The profile form, which follows changes that were made elsewhere. */
function useProfile(user: User) {
  const { full_name, email } = user
  const form = useForm(machine, { stored: toProfile(user) })
  const { send } = form
  useEffect(() => send({ type: 'stored', stored: { full_name, email } }), [full_name, email, send])
  return form
}
