import { OpensLater } from '@ultimate/kit/components/opens-later.tsx'
import type { ReactNode } from 'react'

function Later({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <title>{`${title} · Thanksgiving Ultimate`}</title>
      <OpensLater title={title}>{children}</OpensLater>
    </>
  )
}

export function InfoPage() {
  return (
    <Later title="Tournament Info">
      Divisions, schedule, rules and fields will be here soon. Until then: Saturday pool play from 9:00 AM, dinner at
      6:00 PM.
    </Later>
  )
}

export function PoolPlayPage() {
  return <Later title="Pool Play">Final pools and schedules will be posted closer to the event weekend.</Later>
}

export function BracketPage() {
  return (
    <Later title="Bracket">
      Brackets are posted at the conclusion of Saturday pool play. Check back Saturday evening.
    </Later>
  )
}

export function MerchPage() {
  return <Later title="Merch">This year’s disc and jersey are on the drawing board. The artwork is pending.</Later>
}
