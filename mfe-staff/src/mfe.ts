import type { Part } from '@ultimate/kit/contract.ts'

export const contract: Part['contract'] = 1

/** What belongs to the staff itself. Each page is a file of its own, fetched when it is opened. */
export const routes: Part['routes'] = [
  { path: '/account', lazy: async () => ({ Component: (await import('./account/account-page.tsx')).AccountPage }) },
  {
    path: '/access-controls',
    lazy: async () => ({ Component: (await import('./users/users-page.tsx')).UsersPage }),
  },
  { path: '/audit', lazy: async () => ({ Component: (await import('./audit/audit-page.tsx')).AuditPage }) },
]
