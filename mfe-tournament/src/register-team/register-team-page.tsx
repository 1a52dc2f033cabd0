import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TrapField } from '@ultimate/kit/components/fields/trap-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { UserPlus, UserX } from 'lucide-react'
import type { FormEvent } from 'react'
import { AlternateSection, CaptainSection, CommentsSection, TeamSection } from './form-sections.tsx'
import { Failure, Receipt } from './outcome.tsx'
import styles from './register-team-page.module.css'
import { useRegistration } from './use-registration.ts'
import { WhatHappensNext } from './what-happens-next.tsx'

/** Where a captain makes a bid for a place in the tournament. */
export function RegisterTeamPage() {
  return (
    <Page>
      <PageHeader title="Register a Team">Three minutes, and your team stands in line for the weekend.</PageHeader>
      <div className={styles['columns']}>
        <RegistrationForm />
        <WhatHappensNext />
      </div>
    </Page>
  )
}

function RegistrationForm() {
  const registration = useRegistration()
  const { bind, form, received } = registration
  const isSubmitting = form === 'submitting'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    registration.submit()
  }
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label="Team registration"
      aria-busy={isSubmitting}
      onSubmit={submit}
    >
      {received !== null && <Receipt received={received} isNew={form === 'succeeded'} />}
      {registration.isDraftOffered && <DraftNotice onDiscard={registration.discardDraft} />}
      {form === 'invalid' && <Notice tone="bad" announce="alert" title="Please fix the errors and submit again." />}
      <TeamSection bind={bind} readOnly={isSubmitting} />
      <CaptainSection bind={bind} readOnly={isSubmitting} />
      {registration.isAlternateOpen ? (
        <AlternateSection
          bind={bind}
          readOnly={isSubmitting}
          action={
            <Button
              variant="quiet"
              size="compact"
              icon={<UserX aria-hidden="true" />}
              disabled={isSubmitting}
              onClick={registration.removeAlternate}
            >
              Remove alternate contact
            </Button>
          }
        />
      ) : (
        <Button
          variant="secondary"
          className={styles['add']}
          icon={<UserPlus aria-hidden="true" />}
          disabled={isSubmitting}
          onClick={registration.addAlternate}
        >
          Add alternate contact
        </Button>
      )}
      <CommentsSection bind={bind} readOnly={isSubmitting} />
      <TrapField watch={registration.watch} />
      <Button type="submit" size="large" className={styles['submit']} disabled={isSubmitting}>
        {isSubmitting ? 'Submitting…' : 'Register Team'}
      </Button>
      {form === 'failed' && <Failure />}
    </form>
  )
}

function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice
      announce="status"
      action={
        <Button variant="quiet" size="compact" onClick={onDiscard}>
          Discard draft
        </Button>
      }
    >
      We kept what you typed last time.
    </Notice>
  )
}
