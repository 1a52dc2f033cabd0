import { signupLimits } from '@ultimate/events/dinner/slots/signup-schema.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Field } from '@ultimate/kit/components/fields/field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { LateNotice, lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { doesSiteMail, noMail } from '@ultimate/kit/event/site-mail.ts'
import { TrapField } from '@ultimate/kit/form/form-watch.tsx'
import { shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { UserX } from 'lucide-react'
import { useId, useState } from 'react'
import { TeamPlates } from '../check-in/team-dishes.tsx'
import { type Captain, nameOfCaptain } from './captains.ts'
import { emptyPerson, type PersonInformation, signUpForm } from './person.ts'
import styles from './person-form.module.css'

interface PersonFormProps {
  readonly information: PersonInformation
  readonly captains: readonly Captain[] | undefined
  readonly haveCaptainsFailed: boolean
  readonly dishCounts: ReadonlyMap<string, number> | undefined
  /** The number of sign-ups that this device shows as its own. */
  readonly ownCount: number
}

/** The id of the first field, which the bar below the slots focuses. */
export const firstFieldId = 'sign-up-name'

/** The form of the person who signs up: stored on this device, and sent only with a sign-up. */
export function PersonForm({ information, captains, haveCaptainsFailed, dishCounts, ownCount }: PersonFormProps) {
  const { person, errors, change, leave } = information
  const titleId = useId()
  const [isConfirming, setConfirming] = useState(false)
  const forget = () => {
    information.forget()
    document.getElementById(firstFieldId)?.focus()
  }
  const clearing = useCommand({
    send: (_, idempotencyKey) => call('DELETE /api/dinner-signup/mine', {}, { idempotencyKey }),
    pauses: shortPauses,
    failed: 'This device could not be cleared right now.',
    onDone: () => {
      setConfirming(false)
      forget()
      void refresh(['slots'])
    },
  })
  const team = captains?.find(({ id }) => id === person.captainId)
  return (
    <section className={styles['panel']} data-ground="festive" aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          Your information
        </h2>
        {!isEqual(person, emptyPerson) && (
          <Button
            variant="quiet"
            size="compact"
            className={styles['forget']}
            icon={<UserX aria-hidden="true" />}
            onClick={() => (ownCount > 0 ? setConfirming(true) : forget())}
          >
            Clear this device
          </Button>
        )}
        <ConfirmDialog
          open={isConfirming}
          title="Clear this device?"
          confirmLabel="Clear This Device"
          command={clearing}
          onConfirm={() => clearing.run()}
          onCancel={() => setConfirming(false)}
        >
          It forgets your name and email, and no longer shows your {ownCount === 1 ? 'sign-up' : `${ownCount} sign-ups`}
          . You stay signed up.{' '}
          {doesSiteMail()
            ? 'The private link in our email lets you see and remove them.'
            : `${noMail()} to change them later.`}
        </ConfirmDialog>
      </div>
      <div className={styles['fields']}>
        <TextField
          id={firstFieldId}
          label="Name"
          autoComplete="name"
          autoCapitalize="words"
          maxLength={signupLimits.name}
          value={person.name}
          error={errors.name}
          onValueChange={(name) => change({ name })}
          onBlur={() => leave('name')}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={signupLimits.email}
          value={person.email}
          error={errors.email}
          hint={doesSiteMail() ? 'We’ll email your private link here.' : 'We’ll email you about the dinner only.'}
          onValueChange={(email) => change({ email })}
          onBlur={() => leave('email')}
        />
        <CaptainField
          captains={captains}
          hasFailed={haveCaptainsFailed}
          value={person.captainId}
          error={errors.captainId}
          onValueChange={(captainId) => change({ captainId })}
        />
      </div>
      <TrapField watch={signUpForm} />
      {person.captainId !== '' && (
        <div className={styles['team']}>
          {team && dishCounts && <TeamPlates team={team.team} count={dishCounts.get(team.id) ?? 0} />}
        </div>
      )}
    </section>
  )
}

interface CaptainFieldProps {
  /** Undefined while they load. */
  readonly captains: readonly Captain[] | undefined
  /** True if loading the captains has failed. */
  readonly hasFailed: boolean
  /** The id of the chosen captain; empty while none is chosen. */
  readonly value: string
  readonly onValueChange: (id: string) => void
  readonly error?: string | undefined
}

const label = 'Captain'
const hint = 'Search by team or captain.'

// A file of its own, because it is a third of the page's code.
const combobox = lateFile(async () => (await import('./captain-combobox.tsx')).CaptainCombobox)

/** Finds one of many registered teams by a few letters of the team's or the captain's name. */
function CaptainField({ captains, hasFailed, value, onValueChange, error }: CaptainFieldProps) {
  const { loaded: Combobox, hasFailed: isFileMissing, isRetrying, retry } = useLate(combobox)
  if (captains && Combobox)
    return (
      <Field label={label} hint={hint} error={error}>
        {(wiring) => <Combobox captains={captains} value={value} onValueChange={onValueChange} wiring={wiring} />}
      </Field>
    )
  const chosen = captains?.find(({ id }) => id === value)
  const field = (
    <TextField
      label={label}
      hint={hint}
      error={error}
      placeholder={hasFailed || isFileMissing ? 'Couldn’t load teams' : 'Loading teams…'}
      value={chosen ? nameOfCaptain(chosen) : ''}
      disabled
    />
  )
  if (!isFileMissing) return field
  return (
    <div>
      {field}
      <LateNotice what="The list of captains" onRetry={retry} isRetrying={isRetrying} />
    </div>
  )
}
