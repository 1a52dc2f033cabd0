import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import type { Bind } from '@ultimate/kit/form/use-form.ts'
import { UserPlus, UserX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Bid } from './bid.ts'
import styles from './form-sections.module.css'

interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Section({ title, action, children }: SectionProps) {
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {action}
      </div>
      <div className={styles['fields']}>{children}</div>
    </section>
  )
}

interface FieldsProps {
  readonly bind: Bind<Bid>
}

/** `division` is present where it is settled: then it is shown instead of asked for. */
export function TeamSection({ bind, division }: FieldsProps & { readonly division?: Division | undefined }) {
  const { divisions: descriptions, contact_email } = useFacts()
  const choices = divisions.map((value) => ({ value, label: divisionLabels[value], description: descriptions[value] }))
  return (
    <Section title="Your team">
      <TextField label="Team name" {...bind('teamName')} autoComplete="off" />
      <TextField label="Location" hint="City and state." {...bind('location')} autoComplete="address-level2" />
      <TextField
        label="Past names"
        optional
        hint="Played here under another name?"
        className={styles['wide']}
        {...bind('pastTeamNames')}
        autoComplete="off"
      />
      {division ? (
        <p className={styles['settled']}>
          <strong>{divisionLabels[division]} division.</strong> Should it be the other one? Email us at {contact_email}.
        </p>
      ) : (
        <ChoiceCards<Division> label="Division" choices={choices} className={styles['wide']} {...bind('division')} />
      )}
    </Section>
  )
}

const firstMail = () =>
  doesSiteMail()
    ? 'We’ll email you about your bid, and may ask you to confirm the address.'
    : 'So we can reach you about your bid.'

export function CaptainSection({ bind, emailHint = firstMail() }: FieldsProps & { readonly emailHint?: string }) {
  return (
    <Section title="Captain">
      <TextField label="Captain name" className={styles['wide']} {...bind('captainName')} autoComplete="name" />
      <TextField
        label="Captain email"
        hint={emailHint}
        {...bind('captainEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Captain phone"
        hint="So we can reach you that weekend."
        {...bind('captainPhone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
    </Section>
  )
}

interface AlternateProps extends FieldsProps {
  readonly isOpen: boolean
  readonly isSending: boolean
  readonly onAdd: () => void
  readonly onRemove: () => void
}

/**
 * The second contact, which most bids do without. The button that opens or removes it goes with the press, so the focus
 * goes on to what came in its place.
 */
export function AlternateContact({ bind, isOpen, isSending, onAdd, onRemove }: AlternateProps) {
  const add = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const { id: firstField } = bind('altCaptainName')
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    const next = isOpen ? document.getElementById(firstField) : add.current
    next?.focus()
  }, [isOpen, firstField])
  const press = (act: () => void) => () => {
    isPressed.current = true
    act()
  }
  if (isOpen)
    return (
      <AlternateFields
        bind={bind}
        action={
          <Button
            variant="quiet"
            size="compact"
            icon={<UserX aria-hidden="true" />}
            disabled={isSending}
            onClick={press(onRemove)}
          >
            Remove alternate contact
          </Button>
        }
      />
    )
  return (
    <Button
      ref={add}
      variant="secondary"
      className={styles['add']}
      icon={<UserPlus aria-hidden="true" />}
      disabled={isSending}
      onClick={press(onAdd)}
    >
      Add alternate contact
    </Button>
  )
}

function AlternateFields({ bind, action }: FieldsProps & { readonly action: ReactNode }) {
  return (
    <Section title="Alternate contact" action={action}>
      <TextField
        label="Alternate name"
        optional
        className={styles['wide']}
        {...bind('altCaptainName')}
        autoComplete="section-alternate name"
      />
      <TextField
        label="Alternate email"
        optional
        {...bind('altCaptainEmail')}
        type="email"
        inputMode="email"
        autoComplete="section-alternate email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Alternate phone"
        optional
        {...bind('altCaptainPhone')}
        type="tel"
        inputMode="tel"
        autoComplete="section-alternate tel"
      />
    </Section>
  )
}

export function CommentsSection({ bind }: FieldsProps) {
  return (
    <Section title="Anything else?">
      <TextArea label="Comments" optional className={styles['wide']} {...bind('comments')} autoComplete="off" />
    </Section>
  )
}

/** Takes the focus as it appears. */
export function Failure({ title, action }: { readonly title: string; readonly action?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Notice tone={action ? 'warn' : 'bad'} title={title} action={action} />
    </div>
  )
}
