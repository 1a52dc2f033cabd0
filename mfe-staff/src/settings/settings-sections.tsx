import type { GameRule } from '@ultimate/events/language/edition-facts.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { VenueMap } from '@ultimate/kit/components/display/venue-map.tsx'
import { FieldMessage } from '@ultimate/kit/components/fields/field.tsx'
import { TextArea, TextField, type TextFieldProps } from '@ultimate/kit/components/fields/text-field.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { ColorField, LogoField } from './club-identity.tsx'
import { describeDay, draftedFacts, type SettingsField } from './settings-draft.ts'
import styles from './settings-page.module.css'
import type { SettingsForm } from './use-settings.ts'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

function Section({ title, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['fields']}>{children}</div>
    </section>
  )
}

interface FormProps {
  readonly form: SettingsForm
}

/** All that can be set, in the order in which a year is planned. */
export function Sections({ form }: FormProps) {
  const { draft, bind } = form
  const text = (label: string, field: SettingsField, more: Partial<TextFieldProps> = {}) => (
    <TextField label={label} autoComplete="off" {...more} {...bind(field)} />
  )
  const wide = { className: styles['wide'] }
  const time = { type: 'time' }
  const number = { inputMode: 'numeric' as const }
  return (
    <>
      <Section title="The weekend">
        {text('Name of the tournament', 'name', wide)}
        {text('Ordinal', 'ordinal', { optional: true, hint: 'As spoken: 28th.' })}
        {text('Year of the designs', 'designs_year', { ...number, hint: 'As printed on disc and jersey.' })}
        {text('First day', 'first_day', { type: 'date', hint: describeDay(draft.first_day) })}
        {text('Last day', 'last_day', { type: 'date', hint: describeDay(draft.last_day) })}
        {text('First pull', 'pool_play.starts', time)}
        {text('Pool play ends', 'pool_play.ends', time)}
      </Section>
      <Section title="Place">
        {text('City', 'city', { hint: 'City and state.' })}
        {text('Venue', 'venue.name')}
        {text('Address of the venue', 'venue.address', { ...wide, optional: true })}
        <MapBounds form={form} />
      </Section>
      <Section title="People and partner">
        {text('Club', 'club')}
        {text('Contact address', 'contact_email', {
          type: 'email',
          inputMode: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        })}
        {text('Merchandise partner', 'merch_partner.name', { optional: true })}
        {text('Link to the partner’s shop', 'merch_partner.url', { type: 'url', inputMode: 'url', optional: true })}
      </Section>
      <Section title="Club identity">
        <ColorField form={form} color="primary" />
        <ColorField form={form} color="accent" />
        <LogoField form={form} />
      </Section>
      <Section title="Registration and fee">
        {text('Spots in the field', 'capacity', { ...number, hint: 'Later bids go on the waitlist.' })}
        {text('Fee', 'fee', { optional: true, hint: '$300 per team' })}
        {text('Registration opens', 'registration.opens', {
          type: 'datetime-local',
          optional: true,
          hint: 'By the clock at the venue.',
        })}
        {text('Registration closes', 'registration.closes', {
          type: 'datetime-local',
          optional: true,
          hint: 'By the clock at the venue.',
        })}
        {form.edition.state === 'current' && <CloseRegistration form={form} />}
        {text('Deadline of the fee', 'fee_deadline', {
          type: 'date',
          optional: true,
          hint: describeDay(draft.fee_deadline),
        })}
        {text('How to pay', 'fee_payment', { ...wide, optional: true, hint: 'As a sentence.' })}
      </Section>
      <Section title="Dinner">
        {text('Dinner starts', 'dinner.starts', time)}
        {text('Dinner ends', 'dinner.ends', time)}
        {text('Dishes from', 'dinner.dishes_from', time)}
        {text('Dishes until', 'dinner.dishes_until', time)}
        {text('Dishes per team', 'dinner.dishes_per_team', number)}
      </Section>
      <Section title="Texts">
        <TextArea label="Competitive" rows={2} className={styles['wide']} {...bind('divisions.comp')} />
        <TextArea label="Recreational" rows={2} className={styles['wide']} {...bind('divisions.rec')} />
        <TextArea label="Pool play" rows={2} className={styles['wide']} {...bind('schedule.pool_play')} />
        <TextArea label="Dinner" rows={2} className={styles['wide']} {...bind('schedule.dinner')} />
        <TextArea label="Brackets" rows={2} className={styles['wide']} {...bind('schedule.brackets')} />
        <GameRules {...bind('game_rules')} />
      </Section>
    </>
  )
}

const sides = ['West', 'South', 'East', 'North'] as const

/** The four edges of the map, and the map between them. */
function MapBounds({ form: { bind, draft, edition } }: FormProps) {
  const { id, value, error, readOnly, onValueChange } = bind('venue.bounds')
  const edges = value.split(',')
  const change = (at: number, edge: string) => onValueChange(edges.with(at, edge.replaceAll(',', '.')).join(','))
  const drafted = draftedFacts(edition, { ...draft })
  return (
    <fieldset className={styles['group']} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Edges of the map, in degrees</legend>
      <div className={styles['four']}>
        {sides.map((side, at) => (
          <TextField
            key={side}
            id={at === 0 ? id : `${id}-${side}`}
            label={side}
            inputMode="text"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            readOnly={readOnly}
            value={edges[at] ?? ''}
            onValueChange={(edge) => change(at, edge)}
          />
        ))}
      </div>
      <FieldMessage control={id} error={error} />
      {drafted?.venue.bounds && (
        <details className={styles['map']}>
          <summary>Look at the map</summary>
          <VenueMap key={value} {...drafted.venue} />
        </details>
      )}
    </fieldset>
  )
}

/** Ends registration with one press, or opens it again. */
function CloseRegistration({ form: { edition, registration } }: FormProps) {
  const { opens, closes } = edition.registration
  const now = Date.now()
  const isClosed = closes !== null && Date.parse(closes) <= now
  const close = () => {
    const at = new Date().toISOString()
    // An opening time in the future would lie after the closing, so it is removed.
    registration.run({ closes: at, ...(opens !== null && Date.parse(opens) >= now && { opens: null }) })
  }
  return (
    <div className={styles['close']}>
      <Button
        variant="secondary"
        size="compact"
        busy={registration.isPending && !registration.waiting}
        onClick={() => (isClosed ? registration.run({ closes: null }) : close())}
      >
        {isClosed ? 'Open registration again' : 'Close registration now'}
      </Button>
      <p role="status">{isClosed && `Closed since ${venueMoment(new Date(closes))}. Staff can still add a team.`}</p>
      <WaitsForConnection waiting={registration.waiting} message={registration.message} look="inline" />
    </div>
  )
}

interface GameRulesProps {
  readonly id: string
  /** The rules as JSON. */
  readonly value: string
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onValueChange: (value: string) => void
}

const ruleColumns = [
  { key: 'what', label: 'About' },
  { key: 'number', label: 'In numbers' },
  { key: 'how', label: 'In words' },
] as const

/** The list of rules that the info page shows. */
function GameRules({ id, value, error, readOnly, onValueChange }: GameRulesProps) {
  const rules = JSON.parse(value) as readonly GameRule[]
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const change = (next: readonly GameRule[]) => readOnly || onValueChange(JSON.stringify(next))
  const remove = (at: number) => {
    change(rules.filter((_, index) => index !== at))
    addButton.current?.focus()
  }
  const addRule = () => {
    change([...rules, { what: '', number: '', how: '' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <fieldset className={styles['group']} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>Game rules</legend>
      <ul ref={list} className={styles['rules']}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has nothing else that stays while it is typed
          <li key={at} className={styles['rule']}>
            {ruleColumns.map(({ key, label }, column) => (
              <TextField
                key={key}
                {...(at === 0 && column === 0 && { id })}
                label={label}
                autoComplete="off"
                readOnly={readOnly}
                value={rule[key]}
                onValueChange={(text) => change(rules.with(at, { ...rule, [key]: text }))}
              />
            ))}
            <IconButton
              className={styles['remove']}
              variant="quiet"
              label={`Remove the rule ${rule.what || at + 1}`}
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      <FieldMessage control={id} error={error} />
      <Button
        ref={addButton}
        variant="secondary"
        size="compact"
        icon={<Plus aria-hidden="true" />}
        aria-disabled={readOnly}
        onClick={addRule}
      >
        Add a rule
      </Button>
    </fieldset>
  )
}
