import type { Part } from '@ultimate/kit/contract.ts'

export const contract: Part['contract'] = 1

/** Everything under /tournament and /registration. Each page is a file of its own, fetched when it is opened. */
export const routes: Part['routes'] = [
  {
    path: '/registration/register',
    lazy: async () => ({ Component: (await import('./register-team/register-team-page.tsx')).RegisterTeamPage }),
  },
  {
    path: '/registration/confirm',
    lazy: async () => ({ Component: (await import('./confirm-address/confirm-address-page.tsx')).ConfirmAddressPage }),
  },
  {
    path: '/registration/bid',
    lazy: async () => ({ Component: (await import('./correct-team/own-bid-page.tsx')).OwnBidPage }),
  },
  {
    path: '/registration/teams',
    lazy: async () => ({ Component: (await import('./teams/teams-page.tsx')).TeamsPage }),
  },
  { path: '/tournament/info', lazy: async () => ({ Component: (await import('./info/info-page.tsx')).InfoPage }) },
  {
    path: '/tournament/poolplay',
    lazy: async () => ({ Component: (await import('./pool-play/pool-play-page.tsx')).PoolPlayPage }),
  },
  {
    path: '/tournament/bracket',
    lazy: async () => ({ Component: (await import('./bracket/bracket-page.tsx')).BracketPage }),
  },
  {
    path: '/tournament/merch',
    lazy: async () => ({ Component: (await import('./merch/merch-page.tsx')).MerchPage }),
  },
]
