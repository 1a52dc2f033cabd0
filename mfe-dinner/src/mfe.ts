import { type PagesOf, type Part, routesOf } from '@ultimate/kit/contract.ts'
import type { part } from './part.ts'

const pages: PagesOf<typeof part> = {
  '/dinner/info': async () => (await import('./pages/dinner-info.tsx')).DinnerInfo,
  '/dinner/signup': async () => (await import('./sign-up/sign-up-page.tsx')).SignUpPage,
  '/dinner/checkin': async () => (await import('./check-in/check-in-page.tsx')).openDishCheckIn(),
  '/dinner/server-checkin': async () => (await import('./check-in/check-in-page.tsx')).openServerCheckIn(),
  '/dinner/kitchen': async () => (await import('./pages/kitchen-page.tsx')).KitchenPage,
  '/dinner/management': async () => (await import('./board/board-page.tsx')).BoardPage,
}

export const routes: Part['routes'] = routesOf(pages)
