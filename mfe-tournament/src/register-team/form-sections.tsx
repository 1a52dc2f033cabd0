import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import type { Bind } from '@ultimate/kit/form/use-form.ts'
import type { ReactNode } from 'react'
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

const choices = [
  {
    value: 'comp',
    label: divisionLabels.comp,
    description: 'For teams looking for high-level competition.',
  },
  {
    value: 'rec',
    label: divisionLabels.rec,
    description: 'For teams wanting competition and lots of fun.',
  },
] as const

export function TeamSection({ bind }: FieldsProps) {
  return (
    <Section title="Your team">
      <TextField label="Team name" {...bind('teamName')} autoComplete="off" />
      <TextField
        label="Location"
        hint="Town and state are enough."
        {...bind('location')}
        autoComplete="address-level2"
      />
      <TextField
        label="Past names"
        optional
        hint="If you came under another flag before."
        className={styles['wide']}
        {...bind('pastTeamNames')}
        autoComplete="off"
      />
      <ChoiceCards<Division> label="Division" choices={choices} className={styles['wide']} {...bind('division')} />
    </Section>
  )
}

export function CaptainSection({ bind }: FieldsProps) {
  return (
    <Section title="Captain">
      <TextField label="Captain name" className={styles['wide']} {...bind('captainName')} autoComplete="name" />
      <TextField
        label="Captain email"
        hint="We write to you there, and ask you to confirm it."
        {...bind('captainEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Captain phone"
        hint="For the weekend itself."
        {...bind('captainPhone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
    </Section>
  )
}

export function AlternateSection({ bind, action }: FieldsProps & { readonly action: ReactNode }) {
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
