import { OpensLater } from '@ultimate/kit/components/opens-later.tsx'

export function InfoPage() {
  return (
    <OpensLater title="Tournament Info">
      Divisions, schedule, rules and fields will be here soon. Until then: Saturday pool play from 9:00 AM, dinner at
      6:00 PM.
    </OpensLater>
  )
}

export function PoolPlayPage() {
  return (
    <OpensLater title="Pool Play">Final pools and schedules will be posted closer to the event weekend.</OpensLater>
  )
}

export function BracketPage() {
  return (
    <OpensLater title="Bracket">
      Brackets are posted at the conclusion of Saturday pool play. Check back Saturday evening.
    </OpensLater>
  )
}

export function MerchPage() {
  return (
    <OpensLater title="Merch">This year’s disc and jersey are on the drawing board. The artwork is pending.</OpensLater>
  )
}
