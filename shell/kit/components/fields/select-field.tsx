import { ChevronDown } from 'lucide-react'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

export interface SelectFieldProps extends FieldTexts, Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'> {
  readonly onValueChange?: ((value: string) => void) | undefined
  /** `<option>` elements. */
  readonly children: ReactNode
  /** True in rows of tables: the label is read out only, and the control is 44 px high. */
  readonly compact?: boolean | undefined
}

/** A choice of many, in the picker of the phone. */
export function SelectField(props: SelectFieldProps) {
  const { id, label, hint, error, optional, className, compact, onValueChange, onChange, children, ...select } = props
  const change = (event: ChangeEvent<HTMLSelectElement>) => {
    onChange?.(event)
    onValueChange?.(event.target.value)
  }
  const control = (wiring: object) => (
    <span className={styles['frame']} data-compact={compact || undefined}>
      <select {...select} {...wiring} className={classNames(styles['control'], styles['select'])} onChange={change}>
        {children}
      </select>
      <ChevronDown className={styles['arrow']} aria-hidden="true" />
    </span>
  )
  if (compact) return <span className={className}>{control({ id, 'aria-label': label })}</span>
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      {control}
    </Field>
  )
}
