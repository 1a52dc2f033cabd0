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
import type { BidDraft } from './bid.ts'
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
  readonly bind: Bind<BidDraft>
}

interface BidFieldsProps extends FieldsProps {
  /** The division that can no longer be chosen, and is shown instead. */
  readonly division?: Division | undefined
  /** The content below the fields of the team. */
  readonly afterTeam?: ReactNode
  readonly emailHint?: string
  readonly isSending: boolean
  readonly isAlternateOpen: boolean
  /** Opens the fields of the alternate contact, or closes and empties them. */
  readonly onAlternate: (isOpen: boolean) => void
}

/** All fields of a bid. */
export function BidFields({ bind, division, afterTeam, emailHint, isSending, ...alternate }: BidFieldsProps) {
  return (
    <>
      <TeamSection bind={bind} division={division} />
      {afterTeam}
      <CaptainSection bind={bind} emailHint={emailHint} />
      <AlternateContact bind={bind} isSending={isSending} {...alternate} />
      <Section title="Anything else?">
        <TextArea label="Comments" optional className={styles['wide']} {...bind('comments')} autoComplete="off" />
      </Section>
    </>
  )
}

function TeamSection({ bind, division }: Pick<BidFieldsProps, 'bind' | 'division'>) {
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

const mailHint = () =>
  doesSiteMail()
    ? 'We’ll email you about your bid, and may ask you to confirm the address.'
    : 'So we can reach you about your bid.'

function CaptainSection({ bind, emailHint = mailHint() }: FieldsProps & { readonly emailHint: string | undefined }) {
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

/**
 * The second contact, which most bids do without. The pressed button disappears, so the focus moves to the first field, or to
 * the button that adds the contact.
 */
function AlternateContact({
  bind,
  isAlternateOpen: isOpen,
  isSending,
  onAlternate,
}: Pick<BidFieldsProps, 'bind' | 'isAlternateOpen' | 'isSending' | 'onAlternate'>) {
  const addButton = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  const { id: firstField } = bind('altCaptainName')
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    const next = isOpen ? document.getElementById(firstField) : addButton.current
    next?.focus()
  }, [isOpen, firstField])
  const press = () => {
    isPressed.current = true
    onAlternate(!isOpen)
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
            onClick={press}
          >
            Remove alternate contact
          </Button>
        }
      />
    )
  return (
    <Button
      ref={addButton}
      variant="secondary"
      className={styles['add']}
      icon={<UserPlus aria-hidden="true" />}
      disabled={isSending}
      onClick={press}
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

/** The message about a failure, which takes the focus when it appears. */
export function Failure({ title, action }: { readonly title: string; readonly action?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Notice tone={action ? 'warn' : 'bad'} title={title} action={action} />
    </div>
  )
}
