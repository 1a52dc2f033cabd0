import { arriveSignedIn } from '../fixtures/test.ts'
import { test, type Visit, visit } from './visit.ts'

const pages: readonly Visit[] = [
  { name: 'staff/teams', path: '/registration/teams' },
  { name: 'staff/pools', path: '/tournament/poolplay' },
  { name: 'staff/sign-up', path: '/dinner/signup' },
  { name: 'staff/check-in', path: '/dinner/checkin' },
  { name: 'staff/server-check-in', path: '/dinner/server-checkin' },
  { name: 'staff/board', path: '/dinner/management' },
  { name: 'staff/account', path: '/account' },
  { name: 'staff/users', path: '/access-controls' },
  { name: 'staff/audit', path: '/audit?module=dinner', isLong: true },
]

for (const one of pages)
  test(`${one.path} looks as it should to the TD`, async ({ page }) => {
    await arriveSignedIn(page)
    await visit(page, one)
  })
