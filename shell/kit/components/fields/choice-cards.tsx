import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice-cards.module.css'
import { FieldMessage, type FieldTexts, wireField } from './field.tsx'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A line below the label, in cards only. */
  readonly description?: ReactNode
  /** The number behind this choice, in segments only; `null` reserves its room while it is counted. */
  readonly count?: number | null
  readonly disabled?: boolean
}

export interface ChoiceCardsProps<Value extends string> extends Omit<FieldTexts, 'optional'> {
  readonly choices: readonly Choice<Value>[]
  readonly value: Value | '' | undefined
  readonly onValueChange: (value: Value) => void
  /** `cards` for a decision in a form, `segments` for a filter above a list. */
  readonly look?: 'cards' | 'segments'
  /** The name of the radio buttons in the form. */
  readonly name?: string | undefined
  /** The id of the first radio button, so that a summary of errors can lead to it. */
  readonly id?: string | undefined
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** A choice of a few, all in sight, such as a division or a filter. They are radio buttons, so the arrow keys work. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { choices, value, onValueChange, label, hint, error, look = 'cards', className, disabled } = props
  const generatedId = useId()
  const control = props.id ?? generatedId
  const wiring = wireField(control, { hint, error })
  return (
    <fieldset
      className={classNames(styles['group'], styles[look], className)}
      disabled={disabled}
      aria-describedby={wiring['aria-describedby']}
    >
      <legend className={styles['legend']}>{label}</legend>
      <div className={styles['choices']} data-invalid={wiring['aria-invalid']}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles['choice']}>
            <input
              type="radio"
              id={index === 0 ? control : undefined}
              name={props.name ?? generatedId}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              aria-describedby={index === 0 ? wiring['aria-describedby'] : undefined}
              onChange={() => onValueChange(choice.value)}
            />
            <span className={styles['words']}>
              <span className={styles['label']}>
                {choice.label}
                {choice.count !== undefined && <span className={styles['count']}>{choice.count}</span>}
              </span>
              {choice.description && <span className={styles['description']}>{choice.description}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage control={control} hint={hint} error={error} />
    </fieldset>
  )
}
