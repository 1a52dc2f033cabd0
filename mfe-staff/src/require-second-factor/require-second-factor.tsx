import { type Role, roles } from '@ultimate/events/language/roles.ts'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import styles from './require-second-factor.module.css'

const key: LiveKey = ['users', 'second-factor']
const labels: Readonly<Record<Role, string>> = { TD: 'TDs', admin: 'Admins', helper: 'Helpers' }

const said = (needing: readonly Role[]): string =>
  needing.length === 0
    ? 'No one needs a second factor now.'
    : `${needing.map((role) => labels[role]).join(', ')} need a second factor now.`

/** Which roles need a second factor; a tick is in force at once. */
export function RequireSecondFactor() {
  const { data } = useLiveQuery({
    key,
    read: async (signal): Promise<Role[]> => (await call('GET /api/auth/second-factor', {}, { signal })).roles,
  })
  const { run, isPending, waiting } = useCommand<readonly Role[], { readonly roles: Role[]; readonly key: string }>({
    send: async (wanted, idempotencyKey) => {
      const options = { idempotencyKey }
      const stored = await call('PUT /api/auth/second-factor', { body: { roles: [...wanted] } }, options)
      return { ...stored, key: idempotencyKey }
    },
    failed: 'Failed to change who needs a second factor',
    onDone: ({ roles: stored, key: attempt }) => {
      queryClient.setQueryData(key, stored)
      toast.success(said(stored), offerUndo([attempt]))
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to change who needs a second factor')),
  })
  if (!data) return null
  // They stay enabled while a change is under way, because what is disabled loses the focus.
  const toggle = (role: Role, needs: boolean) =>
    isPending || run(roles.filter((one) => (one === role ? needs : data.includes(one))))
  return (
    <fieldset className={styles['rules']}>
      <legend className={styles['legend']}>Who needs a second factor</legend>
      <p className={styles['hint']}>
        An authenticator app, or a passkey. Who has none yet can do nothing but set one up, from the moment of the tick.
      </p>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={labels[role]}
          checked={data.includes(role)}
          aria-disabled={isPending}
          onCheckedChange={(needs) => toggle(role, needs)}
        />
      ))}
      <WaitsForLine waiting={waiting} />
    </fieldset>
  )
}
