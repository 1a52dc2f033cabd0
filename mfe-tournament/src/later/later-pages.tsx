import { OpensLater } from '@ultimate/kit/components/opens-later.tsx'

export function PoolPlayPage() {
  return (
    <OpensLater title="Pool Play">Final pools and schedules will be posted closer to the event weekend.</OpensLater>
  )
}
