import { OpensLater } from '@ultimate/kit/components/opens-later.tsx'

export function AccountPage() {
  return <OpensLater title="Account Settings">Your name, address and password will be changed here.</OpensLater>
}
