import { type PagesOf, type Part, routesOf } from '@ultimate/kit/contract.ts'
import type { part } from './part.ts'

/** The pages of the staff itself. */
const pages: PagesOf<typeof part> = {
  '/account': async () => (await import('./account/account-page.tsx')).AccountPage,
  '/reset-password': async () => (await import('./account/reset-password-page.tsx')).ResetPasswordPage,
  '/access-controls': async () => (await import('./users/users-page.tsx')).UsersPage,
  '/settings': async () => (await import('./settings/settings-page.tsx')).SettingsPage,
  '/desk': async () => (await import('./desk/desk-page.tsx')).DeskPage,
  '/announcements': async () => (await import('./announcements/announcements-page.tsx')).AnnouncementsPage,
  '/messages': async () => (await import('./messages/messages-page.tsx')).MessagesPage,
  '/unsubscribe': async () => (await import('./messages/unsubscribe-page.tsx')).UnsubscribePage,
  '/parts': async () => (await import('./parts/parts-page.tsx')).PartsPage,
  '/audit': async () => (await import('./audit/audit-page.tsx')).AuditPage,
}

export const routes: Part['routes'] = routesOf(pages)
