import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/accessibility.ts'
import { plugInAuthenticator } from '../fixtures/passkeys.ts'
import { arriveSignedIn, elsewhere, expect, isOwnLive, signIn, td, test } from '../fixtures/test.ts'
import { expectUncovered, walk } from '../fixtures/uncovered.ts'

const main = (page: Page) => page.locator('#main')
const accountMenu = (page: Page) => page.getByRole('button', { name: /account menu/i })

const profile = (page: Page) => page.getByRole('form', { name: 'Account Information' })
const password = (page: Page) => page.getByRole('form', { name: 'Change Password' })
const bar = (page: Page) => page.getByText('You have unsaved changes', { exact: true })

/** Opens the page as the TD, who signed in before. */
async function openAccount(page: Page): Promise<void> {
  const { token, user } = await (await page.request.post('/api/auth/login', { data: td })).json()
  await page.goto('/healthz')
  await page.evaluate(
    ([authToken, stored]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify(user)] as const,
  )
  await page.goto('/account')
  await expect(profile(page).getByLabel('Username')).toHaveValue(td.username)
}

async function chooseLogout(page: Page): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

test('an edit raises the bar; it can be reset or saved, also without a connection, and stays after a reload', async ({
  page,
  context,
}) => {
  await openAccount(page)
  const name = profile(page).getByLabel('Full Name')
  const before = await name.inputValue()
  await expect(bar(page)).toBeHidden()
  await name.fill('Terry Drake')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(name).toHaveValue(before)
  await expect(bar(page)).toBeHidden()
  // The bar goes with the button that was pressed.
  const head = page.getByRole('heading', { name: 'Account Information' })
  await expect(head).toBeFocused()
  await name.fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Terry Drake')
  await profile(page).getByLabel('Email').fill('terry@example.org')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Will be sent when you’re back online')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page)).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Will be sent when you’re back online')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /account menu of Terry Drake/i })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
  await expect(head).toBeFocused()
  await page.reload()
  await expect(name).toHaveValue('Terry Drake')
  await expect(profile(page).getByLabel('Email')).toHaveValue('terry@example.org')

  // Other tests of this site know the TD by the name before.
  await name.fill(before)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(accountMenu(page)).toHaveAccessibleName(`Account menu of ${before}, TD`)
})

// The second is a window of 1280 by 1024 at 400 % of zoom.
for (const viewport of [
  { width: 360, height: 560 },
  { width: 320, height: 256 },
])
  test(`the bar covers neither the focus nor an error in a window of ${viewport.width} by ${viewport.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openAccount(page)
    const name = profile(page).getByLabel('Full Name')
    const email = profile(page).getByLabel('Email')
    await email.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 2))
    await email.focus()
    await page.keyboard.type('x')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 })
    await expectUncovered(email)
    await name.fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(name).toBeFocused()
    await expectUncovered(name)
    await expectUncovered(page.getByText('Full name is required'))
    await walk(page, 'Tab', 8)
  })

test('leaving with unsaved changes is asked about: inside the site, by the browser, and at Logout', async ({
  page,
}) => {
  await openAccount(page)
  await profile(page).getByLabel('Full Name').fill('Someone Else')
  const question = page.getByRole('alertdialog')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave?')
  await question.getByRole('button', { name: 'Stay on Page' }).click()
  await expect(page).toHaveURL('/account')
  await expect(profile(page).getByLabel('Full Name')).toHaveValue('Someone Else')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await page.getByRole('link', { name: 'Home' }).first().click()
  await question.getByRole('button', { name: 'Leave Without Saving' }).click()
  await expect(page).toHaveURL('/')

  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await profile(page).getByLabel('Full Name').fill('Someone Else')
  await chooseLogout(page)
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to log out?')
  await question.getByRole('button', { name: 'Stay Logged In' }).click()
  await expect(question).toBeHidden()
  await expect(profile(page).getByLabel('Full Name')).toHaveValue('Someone Else')
  await chooseLogout(page)
  await question.getByRole('button', { name: 'Log Out Without Saving' }).click()
  await expect(page).toHaveURL('/')
  await expect(main(page)).toBeFocused()
  await expect(page.getByText('You are signed out')).toHaveCount(0)
  await signIn(page)
  await expect(page).toHaveURL('/desk')
  await expect(main(page)).toBeFocused()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await password(page).getByLabel('Current Password', { exact: true }).fill('half a password')
  await chooseLogout(page)
  await question.getByRole('button', { name: 'Log Out Without Saving' }).click()
  await expect(page).toHaveURL('/')
  await expect(main(page)).toBeFocused()
})

test('a new password keeps this browser signed in; the others are shown why they are out, and come back', async ({
  page,
  browser,
  site,
  problems,
}) => {
  await openAccount(page)
  const other = await elsewhere(browser, site, problems)
  await other.goto('/account')
  await expect(other).toHaveURL('/')
  await expect(other.getByText('Please log in to open Account Settings.')).toBeVisible()
  const live = other.waitForResponse(isOwnLive)
  await signIn(other)
  await expect(other).toHaveURL('/account')
  await expect(main(other)).toBeFocused()
  await live
  const form = password(page)
  const current = form.getByLabel('Current Password', { exact: true })
  await current.fill('not this one')
  await form.getByLabel('New Password', { exact: true }).fill('gravy and wishbone')
  await form.getByLabel('Confirm New Password', { exact: true }).fill('gravy and')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('New passwords do not match')).toBeVisible()
  await form.getByLabel('Confirm New Password', { exact: true }).fill('gravy and wishbone')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('Current password is incorrect')).toBeVisible()
  await form.getByRole('button', { name: 'Show current password' }).click()
  await expect(current).toHaveAttribute('type', 'text')
  await current.fill(td.password)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('Password changed successfully')).toBeVisible()
  const reason = 'The password of this account was changed elsewhere. Log in with the new one.'
  await expect(other.getByRole('alert').getByText(reason)).toHaveCount(1)
  await expect(other).toHaveURL('/')
  await expect(other.getByText(/^Please log in/)).toHaveCount(0)
  await signIn(other, { username: td.username, password: 'gravy and wishbone' })
  await expect(other).toHaveURL('/account')
  await expect(other.getByText(reason)).toHaveCount(0)
  // The list is read again when someone comes back to the page.
  await page.reload()
  const devices = page.getByRole('list', { name: 'Signed in on these devices' }).getByRole('listitem')
  await expect(devices.first()).toContainText('This device')
  await devices
    .nth(1)
    .getByRole('button', { name: /^Sign out / })
    .click()
  await expect(page.getByText('The device is signed out')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Signed in on these devices' })).toBeFocused()
  await expect(other.getByText('This device was signed out elsewhere.')).toBeVisible()
  await expect(profile(page).getByLabel('Username')).toHaveValue(td.username)
  await form.getByLabel('Current Password', { exact: true }).fill('gravy and wishbone')
  await form.getByLabel('New Password', { exact: true }).fill(td.password)
  await form.getByLabel('Confirm New Password', { exact: true }).fill(td.password)
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByText('Password changed successfully')).toBeVisible()
  await other.context().close()
})

/** The address of the link that was mailed to this address, on a site that writes its mails into files. */
async function linkMailedTo(address: string, outbox: string): Promise<string> {
  let link = ''
  const look = async () => {
    // A mail that is still being written has another ending.
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
    const mail = mails.find((one) => one.includes(`To: ${address}`) && one.includes('/reset-password#'))
    // The mail may be in quoted-printable lines.
    const text = mail?.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    link = /\/reset-password#token=\S+/.exec(text ?? '')?.[0] ?? ''
    return link
  }
  await expect.poll(look).not.toBe('')
  return link
}

test('a forgotten password is set anew by a mailed link, which works once and leaves the address', async ({
  page,
  site,
}) => {
  const { token } = await (await page.request.post('/api/auth/login', { data: td })).json()
  const aunt = { username: 'aunt-polly', email: 'polly@example.org', role: 'helper' }
  const headers = { authorization: `Bearer ${token}` }
  const { user } = await (await page.request.post('/api/auth/create-temp-login', { data: aunt, headers })).json()

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/reset-password#token=someone-made-this-up')
  await expect(page).toHaveURL('/reset-password')
  const form = page.getByRole('form', { name: 'Set a new password' })
  await form.getByLabel('New Password', { exact: true }).fill('a fence to whitewash')
  await form.getByLabel('Confirm New Password', { exact: true }).fill('a fence')
  await form.getByRole('button', { name: 'Set Password' }).click()
  await expect(form.getByText('New passwords do not match')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Confirm New Password', { exact: true }).fill('a fence to whitewash')
  await form.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText(/^This link was used, is older than an hour/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('dialog', { name: 'Forgot Your Password?' }).getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send Me a Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('Polly@Example.org')
  await page.getByRole('button', { name: 'Send Me a Link' }).click()
  await expect(page.getByText('We have your request, but cannot send the link.')).toBeVisible()

  const link = await linkMailedTo(aunt.email, join(site.dataDir, 'outbox'))
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await form.getByLabel('New Password', { exact: true }).fill('a fence to whitewash')
  await form.getByLabel('Confirm New Password', { exact: true }).fill('a fence to whitewash')
  await form.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Your new password is set, and you are signed in.')).toBeVisible()
  await expect(accountMenu(page)).toBeVisible()
  await page.request.delete(`/api/auth/users/${user.id}`, { headers })
})

/** What an authenticator app shows for this secret, so many steps of 30 seconds from now, by RFC 6238. */
function generateCode(secret: string, ahead = 0): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE(digest.readUInt8(19) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('a second factor is set up with an app, asked for at sign-in, and removed with the password; a passkey does without', async ({
  page,
  site,
}) => {
  const { token } = await (await page.request.post('/api/auth/login', { data: td })).json()
  const jim = { username: 'jim', email: 'jim@example.org', role: 'helper' }
  const headers = { authorization: `Bearer ${token}` }
  const { user } = await (await page.request.post('/api/auth/create-temp-login', { data: jim, headers })).json()
  let password = ''
  const look = async () => {
    const names = (await readdir(join(site.dataDir, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(names.map((name) => readFile(join(site.dataDir, 'outbox', name), 'utf8')))
    const mail = mails.find((one) => one.includes(`To: ${jim.email}`))
    password = /^ {2}Password {3}(\S+)/m.exec(mail ?? '')?.[1] ?? ''
    return password
  }
  await expect.poll(look).not.toBe('')

  await page.setViewportSize({ width: 320, height: 640 })
  await arriveSignedIn(page, { username: jim.username, password })
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Second Factor' })
  await section.getByRole('button', { name: 'Set Up a Second Factor' }).click()
  const form = page.getByRole('form', { name: 'Set up a second factor' })
  await expect(form.getByLabel('Code')).toBeFocused()
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await form.getByLabel('Code').fill('12')
  await form.getByRole('button', { name: 'Confirm' }).click()
  await expect(form.getByText('Please enter the six digits of the app')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const key = /into it: ([A-Z2-7 ]+)/.exec(await form.innerText())?.[1]?.replaceAll(' ', '') ?? ''
  await form.getByLabel('Code').fill(generateCode(key))
  await form.getByRole('button', { name: 'Confirm' }).click()
  const question = page.getByRole('alertdialog')
  const codes = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(section.getByText('These are your recovery codes')).toBeVisible()
  await expect(codes).toHaveCount(10)
  await expectNoSidewaysScroll(page)
  const first = await codes.first().innerText()
  await page.getByRole('link', { name: 'Thanksgiving Ultimate' }).first().click()
  await expect(question).toContainText('Your new recovery codes are shown only now. Store them before you leave.')
  await question.getByRole('button', { name: 'Stay on Page' }).click()
  await expect(codes.first()).toHaveText(first)
  await section.getByRole('button', { name: 'I have stored them' }).click()
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible()
  await section.getByRole('button', { name: 'Make New Codes' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Make New Codes' }).click()
  await expect(codes).toHaveCount(10)
  await expect(codes.filter({ hasText: first })).toHaveCount(0)
  await section.getByRole('button', { name: 'I have stored them' }).click()

  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseLogout(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Username').fill(jim.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const code = page.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  // The code of the next step: that of this one may be used up, and one of the past too old once it is sent.
  await code.fill(generateCode(key, 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(accountMenu(page)).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await section.getByRole('button', { name: 'Remove the Second Factor' }).click()
  await question.getByLabel('Password', { exact: true }).fill('not this one')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(question.getByText('Current password is incorrect')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(section.getByRole('button', { name: 'Set Up a Second Factor' })).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Second Factor' })).toBeFocused()

  await plugInAuthenticator(page)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a Passkey' }).click()
  const adding = page.getByRole('form', { name: 'Add a passkey' })
  await expect(adding.getByLabel('Name of the passkey')).toBeFocused()
  await adding.getByLabel('Name of the passkey').fill('My raft')
  await adding.getByLabel('Your password', { exact: true }).fill(password)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await adding.getByLabel('Your password', { exact: true }).press('Enter')
  await expect(passkeys.getByRole('listitem')).toContainText(/^My raftAdded .* not used yet/)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseLogout(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(accountMenu(page)).toHaveAccessibleName(/jim/)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('last used')
  await passkeys.getByRole('button', { name: 'Remove My raft' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
  await expect(passkeys.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  await chooseLogout(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText(/^This passkey was not accepted\./)).toBeVisible()
  await page.request.delete(`/api/auth/users/${user.id}`, { headers })
})
