import { type PagesOf, type Part, routesOf } from '@ultimate/kit/contract.ts'
import type { part } from './part.ts'

const pages: PagesOf<typeof part> = {
  '/tournament/info': async () => (await import('./info/info-page.tsx')).InfoPage,
  '/tournament/poolplay': async () => (await import('./pool-play/pool-play-page.tsx')).PoolPlayPage,
  '/tournament/bracket': async () => (await import('./bracket/bracket-page.tsx')).BracketPage,
  '/tournament/merch': async () => (await import('./merch/merch-page.tsx')).MerchPage,
  '/registration/register': async () => (await import('./register-team/register-team-page.tsx')).RegisterTeamPage,
  '/registration/confirm': async () => (await import('./confirm-address/confirm-address-page.tsx')).ConfirmAddressPage,
  '/registration/bid': async () => (await import('./correct-team/own-bid-page.tsx')).OwnBidPage,
  '/registration/team': async () => (await import('./team-page/team-page.tsx')).TeamPage,
  '/registration/teams': async () => (await import('./teams/teams-page.tsx')).TeamsPage,
}

export const routes: Part['routes'] = routesOf(pages)
