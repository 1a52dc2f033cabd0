import type { Part } from '@ultimate/kit/contract.ts'

export const contract: Part['contract'] = 1

export const routes: Part['routes'] = [
  { path: '/dinner/info', lazy: async () => ({ Component: (await import('./info/dinner-info.tsx')).DinnerInfo }) },
  {
    path: '/dinner/signup',
    lazy: async () => ({ Component: (await import('./sign-up/sign-up-page.tsx')).SignUpPage }),
  },
  {
    path: '/dinner/checkin',
    lazy: async () => ({ Component: (await import('./check-in/check-in-page.tsx')).DishCheckInPage }),
  },
  {
    path: '/dinner/server-checkin',
    lazy: async () => ({ Component: (await import('./check-in/check-in-page.tsx')).ServerCheckInPage }),
  },
  {
    path: '/dinner/management',
    lazy: async () => ({ Component: (await import('./board/board-page.tsx')).BoardPage }),
  },
]
