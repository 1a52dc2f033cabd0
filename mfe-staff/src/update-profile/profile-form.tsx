import type { User } from '@ultimate/events/staff/api.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import styles from '../account/account-page.module.css'
import type { ProfileForm as Form } from './use-profile.ts'

export const profileFormId = 'profile'

/** Username and role stand there to be read; name and address to be changed. */
export function ProfileForm({ user, form }: { readonly user: User; readonly form: Form }) {
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
