import { PrintOnly } from '@ultimate/kit/components/layout/page.tsx'
import { venueDay, venueTime } from '@ultimate/kit/event/venue-time.ts'
import { memo } from 'react'

/** `at` is in milliseconds. Memoized, because formatting a time takes longer than all else on the page. */
export const PrintedAsOf = memo(({ at }: { readonly at: number }) => (
  <PrintOnly>
    As of {venueDay(new Date(at))}, {venueTime(new Date(at))}
  </PrintOnly>
))
