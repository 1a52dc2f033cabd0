import { describeAllergens } from '@ultimate/events/dinner/allergens.ts'
import type { RequestDetails } from '@ultimate/events/dinner/dish-details.ts'
import { type DetailLook, NamedAllergens, noneNamedWords } from './allergens.tsx'

/** Shows what was stated about the dish of a sign-up. */
export const StatedDetails = ({ of: { allergens }, ...look }: DetailLook & { readonly of: RequestDetails }) => (
  <NamedAllergens allergens={allergens} {...look} />
)

/** Shows the same in a list of facts, each detail under its name. */
export const DetailFacts = ({ of: { allergens } }: { readonly of: RequestDetails }) =>
  allergens && (
    <>
      <dt>Allergens</dt>
      <dd>
        <NamedAllergens allergens={allergens} look="words-or-none" />
      </dd>
    </>
  )

/** Returns the text for searches: a dish is found by each allergen that is named, or by the words for none. */
export const detailsSearchText = ({ allergens }: RequestDetails): string =>
  allergens ? describeAllergens(allergens) || noneNamedWords : ''
