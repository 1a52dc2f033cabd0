import { type PagesOf, type Part, routesOf } from '@ultimate/kit/contract.ts'
import type { part } from './part.ts'

const pages: PagesOf<typeof part> = {
  '/tournament/info': async () => (await import('./pages/info-page.tsx')).InfoPage,
  '/tournament/poolplay': async () => (await import('./pools/pool-play-page.tsx')).PoolPlayPage,
  '/schedule': async () => (await import('./weekend/schedule/schedule-page.tsx')).SchedulePage,
  '/schedule/edit': async () => (await import('./weekend/schedule/editor/schedule-editor-page.tsx')).ScheduleEditorPage,
  '/scores': async () => (await import('./weekend/scores/staff-scores-page.tsx')).StaffScoresPage,
  '/standings': async () => (await import('./weekend/standings/standings-page.tsx')).StandingsPage,
  '/tournament/bracket': async () => (await import('./weekend/bracket/bracket-page.tsx')).BracketPage,
  '/my-team': async () => (await import('./teams/my-team/my-team-page.tsx')).MyTeamPage,
  '/tournament/merch': async () => (await import('./pages/merch-page.tsx')).MerchPage,
  '/archive': async () => (await import('./pages/past-years-page.tsx')).PastYearsPage,
  '/registration/register': async () => (await import('./register/register-team-page.tsx')).RegisterTeamPage,
  '/registration/confirm': async () => (await import('./register/confirm-address-page.tsx')).ConfirmAddressPage,
  '/registration/bid': async () => (await import('./register/own-bid-page.tsx')).OwnBidPage,
  '/registration/team': async () => (await import('./teams/team-page.tsx')).TeamPage,
  '/registration/teams': async () => (await import('./teams/teams-page.tsx')).TeamsPage,
}

const yearPages = {
  '/archive/:year': async () => (await import('./pages/archive-page.tsx')).ArchivePage,
}

export const routes: Part['routes'] = [...routesOf(pages), ...routesOf(yearPages)]
