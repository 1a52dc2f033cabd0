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

/** Longest text in own words, in UTF-16 units: it has to fit on a label. */
export const longestOtherAllergens = 80

/** What the person who brings a dish has named. An allergen that is not named may be in it all the same. */
export interface Allergens {
  /** In the order of {@link allergenNames}. */
  readonly listed: readonly Allergen[]
  /** In their own words, which may be personal: it is forgotten with the person. */
  readonly other: string
}

export const noneNamed: Allergens = { listed: [], other: '' }

export const areAnyNamed = ({ listed, other }: Allergens): boolean => listed.length > 0 || other !== ''

export const areSameAllergens = (one: Allergens, another: Allergens): boolean =>
  one.other === another.other && one.listed.join() === another.listed.join()

/** `milk, tree nuts, rye`; empty where none are named. */
export const allergenWords = ({ listed, other }: Allergens): string => [...listed, other].filter(Boolean).join(', ')

/** As events hold them: what is absent was not named. Only the text is personal. */
interface StoredAllergens {
  readonly allergens?: Allergen[] | undefined
  readonly otherAllergens?: string | undefined
}

export const toAllergens = ({ allergens = [], otherAllergens = '' }: StoredAllergens): Allergens => ({
  listed: allergens,
  other: otherAllergens,
})

export const storedAllergens = ({ listed, other }: Allergens) => ({
  ...(listed.length > 0 && { allergens: [...listed] }),
  ...(other !== '' && { otherAllergens: other }),
})
