import {
  type Allergen,
  type Allergens,
  allergenNames,
  describeAllergens,
  maxOtherAllergensLength,
} from '@ultimate/events/dinner/allergens.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Wheat } from 'lucide-react'
import type { RefObject } from 'react'
import styles from './allergens.module.css'

/** Not “no allergens”, because a dish may contain what no one named. */
export const noneNamedWords = 'No allergens named'

/**
 * A `sign` stands where there is no room for words, which only screen readers then read. Where a detail was not given,
 * `words-or-none` shows that, a `label` has room to write it down, and the others show nothing.
 */
export interface DetailLook {
  readonly look?: 'words' | 'words-or-none' | 'sign' | 'label'
  readonly className?: string | undefined
}

/** Shows the allergens that are named for a dish. The answer of an older server lacks them. */
export function NamedAllergens({
  allergens,
  look = 'words',
  className,
}: DetailLook & { readonly allergens: Allergens | undefined }) {
  const words = allergens && describeAllergens(allergens)
  if (look === 'label')
    return (
      <span className={className}>
        {words ? 'Allergens: ' : 'Allergens (none named):'}
        {words && <bdi className={className}>{words}</bdi>}
      </span>
    )
  const shown = <bdi>{words}</bdi>
  if (words)
    return (
      <span className={classNames(styles['named'], className)} data-allergens>
        <Wheat aria-hidden="true" />
        {look === 'sign' ? <VisuallyHidden>Allergens: {shown}. </VisuallyHidden> : shown}
      </span>
    )
  if (!allergens || look !== 'words-or-none') return null
  return <span className={classNames(styles['none'], className)}>{noneNamedWords}</span>
}

export const allergenTitle = (name: Allergen): string => `${name[0]?.toUpperCase()}${name.slice(1)}`

interface AllergenFieldsProps {
  readonly value: Allergens
  /** The reason why the line for all others is invalid. */
  readonly error?: string | undefined
  readonly otherField?: RefObject<HTMLInputElement | null>
  readonly onValueChange: (value: Allergens) => void
}

/** The nine allergens to tick, and a line for all others. */
export function AllergenFields({ value, error, otherField, onValueChange }: AllergenFieldsProps) {
  const { listed, other } = value
  const tick = (name: Allergen, isTicked: boolean) =>
    onValueChange({ other, listed: allergenNames.filter((one) => (one === name ? isTicked : listed.includes(one))) })
  return (
    <div className={styles['fields']}>
      <fieldset className={styles['listed']}>
        <legend>It holds</legend>
        {allergenNames.map((name) => (
          <Checkbox
            key={name}
            label={allergenTitle(name)}
            checked={listed.includes(name)}
            onCheckedChange={(isTicked) => tick(name, isTicked)}
          />
        ))}
      </fieldset>
      <TextField
        ref={otherField}
        label="Anything else"
        optional
        hint="What is in it, not who should avoid it. It’s printed on the label."
        autoComplete="off"
        maxLength={maxOtherAllergensLength}
        value={other}
        error={error}
        onValueChange={(text) => onValueChange({ listed, other: text })}
      />
    </div>
  )
}
