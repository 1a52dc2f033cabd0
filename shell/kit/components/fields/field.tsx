import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'

/** The texts about a control beside its label. */
export interface FieldMessages {
  /** A sentence below the label that helps before anything goes wrong. */
  readonly hint?: ReactNode
  /** The sentence under the control; while it stands the control counts as invalid. */
  readonly error?: string | null | undefined
}

export interface FieldMessageProps extends FieldMessages {
  /** The id of the control the message belongs to; the message's own id derives from it. */
  readonly control: string
}

/** The error sentence and the hint of one field. */
export function FieldMessage({ control, hint, error }: FieldMessageProps) {
  return (
    <>
      {error && (
        <p className={styles['error']} id={`${control}-error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p className={styles['hint']} id={`${control}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

/** The texts of a form field around its control. */
export interface FieldTexts extends FieldMessages {
  readonly label: string
  /** Marks what may stay empty. What must be filled carries no mark: most must. */
  readonly optional?: boolean | undefined
}

/** The attributes by which a control is tied to its label, hint and error. */
export interface FieldWiring {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps extends FieldTexts {
  /** The control's id, if something else must point to it; otherwise one is made. */
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly children: (wiring: FieldWiring) => ReactNode
}

/** Label above, control, then error or hint below, tied together for those who listen. */
export function Field({ id, label, hint, error, optional = false, className, children }: FieldProps) {
  const generatedId = useId()
  const control = id ?? generatedId
  const wiring = wireField(control, { hint, error })
  return (
    <div className={classNames(styles['field'], className)}>
      <label className={styles['label']} htmlFor={control}>
        {label}
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children(wiring)}
      <FieldMessage control={control} hint={hint} error={error} />
    </div>
  )
}

/** Ties a control with this id to the messages that FieldMessage draws for the same id. */
export function wireField(control: string, texts: FieldMessages): FieldWiring {
  const described = [texts.error && `${control}-error`, texts.hint && `${control}-hint`].filter(Boolean).join(' ')
  return {
    id: control,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': texts.error ? true : undefined,
  }
}
