import {
  type Allergen,
  type Allergens,
  allergenNames,
  areAnyNamed,
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

interface NamedAllergensProps {
  /** Undefined in the answer of an older server, also where the device has stored that answer. */
  readonly allergens: Allergens | undefined
  /** True if `No allergens named` is shown when none are named; by default, nothing is. */
  readonly showsWhenNone?: boolean
  /** True if there is no room for words: a sign is shown, and screen readers read the words. */
  readonly isSign?: boolean
  readonly className?: string | undefined
}

/** Shows the allergens that are named for a dish. */
export function NamedAllergens({ allergens, showsWhenNone = false, isSign = false, className }: NamedAllergensProps) {
  if (!allergens) return null
  if (!areAnyNamed(allergens))
    return showsWhenNone ? <span className={classNames(styles['none'], className)}>{noneNamedWords}</span> : null
  const words = <bdi>{describeAllergens(allergens)}</bdi>
  return (
    <span className={classNames(styles['named'], className)} data-allergens>
      <Wheat aria-hidden="true" />
      {isSign ? <VisuallyHidden>Allergens: {words}. </VisuallyHidden> : words}
    </span>
  )
}

/** Returns the text for searches: a dish is found by each allergen that is named, or by the words for none. */
export const allergenSearchText = (allergens: Allergens | undefined): string =>
  allergens ? describeAllergens(allergens) || noneNamedWords : ''

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
