import type { ChangeEvent, ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

export interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'children'> {
  readonly onValueChange?: ((value: string) => void) | undefined
}

/** Several lines of text; grows with what is written where the browser can. */
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
