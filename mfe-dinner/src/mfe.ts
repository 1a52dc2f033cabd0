import type { Part } from '@ultimate/kit/contract.ts'
import { opensLaterRoute } from '@ultimate/kit/opens-later-route.tsx'

export const contract: Part['contract'] = 1

export const routes: Part['routes'] = [
  { path: '/dinner/info', lazy: async () => ({ Component: (await import('./info/dinner-info.tsx')).DinnerInfo }) },
  {
    path: '/dinner/signup',
    lazy: async () => ({ Component: (await import('./sign-up/sign-up-page.tsx')).SignUpPage }),
  },
  opensLaterRoute('/dinner/checkin', 'Dinner Check-In', 'Dishes are checked in here on the day of the dinner.'),
  opensLaterRoute('/dinner/server-checkin', 'Server Check-In', 'Servers are checked in here on the day of the dinner.'),
  opensLaterRoute('/dinner/management', 'Dinner Management', 'The kitchen runs the buffet from here on the day.'),
]
