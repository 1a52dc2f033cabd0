import { OpensLater } from '@ultimate/kit/components/opens-later.tsx'

export function AuditPage() {
  return <OpensLater title="Audit">Everything that was done will be told here.</OpensLater>
}
