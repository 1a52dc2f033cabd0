import { Check } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../layout/page.tsx'
import styles from './checkbox.module.css'
import { FieldMessage, type FieldTexts, wireField } from './field.tsx'

export interface CheckboxProps
  extends Omit<FieldTexts, 'label' | 'optional'>,
    Omit<ComponentProps<'input'>, 'children' | 'type' | 'size'> {
  readonly label: ReactNode
  readonly onCheckedChange?: ((checked: boolean) => void) | undefined
  /** True in rows of tables, where the column shows the label: it is read out only. */
  readonly labelHidden?: boolean | undefined
}

/** A box to tick. The whole line is the target. */
export function Checkbox(props: CheckboxProps) {
  const { id, label, hint, error, className, labelHidden, onCheckedChange, onChange, ...input } = props
  const generatedId = useId()
  const control = id ?? generatedId
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onCheckedChange?.(event.target.checked)
  }
  return (
    <div className={classNames(styles['field'], className)}>
      <label className={styles['line']} htmlFor={control}>
        <span className={styles['box']}>
          <input {...input} {...wireField(control, { hint, error })} type="checkbox" onChange={change} />
          <Check aria-hidden="true" />
        </span>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
      </label>
      <FieldMessage control={control} hint={hint} error={error} />
    </div>
  )
}
