/** The nine major allergens of US labeling law, in the order in which every screen lists them. */
export const allergenNames = [
  'milk',
  'eggs',
  'fish',
  'shellfish',
  'tree nuts',
  'peanuts',
  'wheat',
  'soy',
  'sesame',
] as const
export type Allergen = (typeof allergenNames)[number]

/** The longest free text, in UTF-16 units; it has to fit on a label. */
export const maxOtherAllergensLength = 80

/** The allergens that the person who brings a dish has named. It may contain others too. */
export interface Allergens {
  /** Sorted as {@link allergenNames}. */
  readonly listed: Allergen[]
  /** The person's own words. They may be personal, so they are forgotten with the person. */
  readonly other: string
}

export const noneNamed: Allergens = { listed: [], other: '' }

export const areAnyNamed = ({ listed, other }: Allergens): boolean => listed.length > 0 || other !== ''

export const areSameAllergens = (one: Allergens, another: Allergens): boolean =>
  one.other === another.other && one.listed.join() === another.listed.join()

/** Returns `milk, tree nuts, rye`; empty if none are named. */
export const describeAllergens = ({ listed, other }: Allergens): string => [...listed, other].filter(Boolean).join(', ')
