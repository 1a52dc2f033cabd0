import type { Part } from '@ultimate/kit/contract.ts'
import { opensLaterRoute } from '@ultimate/kit/opens-later-route.tsx'

export const contract: Part['contract'] = 1

export const routes: Part['routes'] = [
  opensLaterRoute('/account', 'Account Settings', 'Your name, address and password will be changed here.'),
  opensLaterRoute('/access-controls', 'Access Controls', 'The TD will manage the accounts of the staff here.'),
  opensLaterRoute('/audit', 'Audit', 'The TD will read here what was done, when and by whom.'),
]
