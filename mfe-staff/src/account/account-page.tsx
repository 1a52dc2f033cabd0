import type { User } from '@ultimate/events/staff/api.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { UnsavedBar } from '@ultimate/kit/components/layout/unsaved-bar.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useState } from 'react'
import styles from './account-page.module.css'
import { Devices } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm, profileFormId, useProfile } from './profile-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useSecondFactor } from './second-factor-query.ts'

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
  // Nothing else would be accepted.
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
