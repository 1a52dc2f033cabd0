import { Search, X } from 'lucide-react'
import { type ComponentProps, type Ref, useId, useRef } from 'react'
import { IconButton } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../layout/page.tsx'
import fieldStyles from './field.module.css'
import styles from './search-field.module.css'

export interface SearchFieldProps
  extends Omit<ComponentProps<'input'>, 'value' | 'type' | 'children' | 'size' | 'ref'> {
  /** The label, which is read out; also the placeholder unless another one is given. */
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** Narrows a list while one types. The cross empties it and keeps the focus in the field. */
export function SearchField({ label, value, onValueChange, className, id, ref, ...input }: SearchFieldProps) {
  const generatedId = useId()
  const ownRef = useRef<HTMLInputElement | null>(null)
  const setBothRefs = (element: HTMLInputElement | null) => {
    ownRef.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
  const clear = () => {
    onValueChange('')
    ownRef.current?.focus()
  }
  return (
    <search className={classNames(styles['search'], className)}>
      <label htmlFor={id ?? generatedId}>
        <VisuallyHidden>{label}</VisuallyHidden>
        <Search className={styles['glass']} aria-hidden="true" />
      </label>
      <input
        autoComplete="off"
        enterKeyHint="search"
        placeholder={label}
        spellCheck={false}
        {...input}
        ref={setBothRefs}
        id={id ?? generatedId}
        type="search"
        value={value}
        className={classNames(fieldStyles['control'], styles['input'])}
        onChange={(event) => onValueChange(event.target.value)}
      />
      {value !== '' && (
        <IconButton className={styles['clear']} label="Clear search" icon={<X aria-hidden="true" />} onClick={clear} />
      )}
    </search>
  )
}
