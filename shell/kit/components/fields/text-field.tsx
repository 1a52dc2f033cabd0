import type { ChangeEvent, ComponentProps, ReactNode, WheelEvent } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children' | 'size'> {
  /** Called with the text itself; `onChange` with the event works as well. */
  readonly onValueChange?: ((value: string) => void) | undefined
  /** A small control inside the right end of the field, such as the eye of a password. */
  readonly after?: ReactNode
}

/** The wheel would change a focused number, which may be out of sight. Without the focus, it scrolls the page. */
const letWheelScroll = ({ currentTarget }: WheelEvent<HTMLInputElement>): void => {
  if (currentTarget.type === 'number') currentTarget.blur()
}

/** One line of text. Give `type`, `inputMode` and `autoComplete`, so that phones show the right keyboard. */
export function TextField(props: TextFieldProps) {
  const { id, label, hint, error, optional, className, after, onValueChange, onChange, ...input } = props
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onValueChange?.(event.target.value)
  }
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {(wiring) => {
        const control = (
          <input
            type="text"
            onWheel={letWheelScroll}
            {...input}
            {...wiring}
            className={styles['control']}
            onChange={change}
          />
        )
        if (after === undefined) return control
        return (
          <div className={styles['besides']}>
            {control}
            <span className={styles['after']}>{after}</span>
          </div>
        )
      }}
    </Field>
  )
}

export interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'children'> {
  readonly onValueChange?: ((value: string) => void) | undefined
}

/** Several lines of text. The field grows with the text where the browser can do that. */
export function TextArea(props: TextAreaProps) {
  const { id, label, hint, error, optional, className, onValueChange, onChange, ...area } = props
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    onChange?.(event)
    onValueChange?.(event.target.value)
  }
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} className={styles['control']} onChange={change} />}
    </Field>
  )
}
