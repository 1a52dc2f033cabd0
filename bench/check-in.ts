import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../scripts/test/browser.ts'
import { openSlowly, type SignedIn, send } from './board.ts'
import { startSite } from './pages.ts'
import type { Row } from './table.ts'

/** On the list beside those of the demonstration, on a phone that is four times slower than this machine. */
const signups = 520
const slowdown = 4
const letterAimMs = 100
const tapAimMs = 50

async function fill(origin: string, token: string): Promise<void> {
  const { slots } = await send<{ slots: { id: string; category: string }[] }>(origin, 'GET', '/dinner-slots')
  const own = slots.filter(({ category }) => category === 'dishes')
  for (let count = 0; count < signups; count++) {
    const body = { name: `Person ${count}`, slot_id: own[count % own.length]?.id }
    const { signup } = await send<{ signup: { id: string } }>(
      origin,
      'POST',
      '/dinner-management/walk-ins',
      body,
      token,
    )
    await send(origin, 'PUT', `/dinner-signups/${signup.id}/checkin`, { checkedIn: false }, token)
  }
}

/** Milliseconds from the first letter to the frame after the one that shows what it finds. */
const typeLetter = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (typed) => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]')
    const count = () => document.querySelector('#pending')?.textContent
    if (!field) throw new Error('there is no search')
    const before = count()
    const began = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    while (count() === before) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  }, text)

/** Milliseconds from a tap on the row to the frame after the one that shows it as checked in. */
const checkIn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find((one) =>
      one.querySelector('button:not([aria-disabled])'),
    )
    const button = row?.querySelector('button')
    if (!button) throw new Error('nothing is pending')
    const began = performance.now()
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    button.click()
    while (!button.hasAttribute('aria-disabled')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })

/** How long a letter and a check-in take on the list of a large dinner: the slowest of so many. */
export async function measureCheckIn(rounds: number): Promise<Row[]> {
  const site = await startSite()
  const browser = await chromium.launch({ executablePath: await ensureBrowser() })
  try {
    const who = await send<SignedIn>(site.origin, 'POST', '/auth/login', { username: 'admin', password: 'demo-admin' })
    await fill(site.origin, who.token)
    const page = await openSlowly(browser, `${site.origin}/dinner/checkin`, who, {
      viewport: { width: 360, height: 740 },
      slowdown,
      until: `[data-row]:nth-of-type(${signups})`,
    })
    const letters: number[] = []
    const taps: number[] = []
    for (let round = 0; round < rounds; round++) {
      letters.push(await typeLetter(page, 'b'))
      letters.push(await typeLetter(page, ''))
      taps.push(await checkIn(page))
    }
    return [
      { name: 'first letter', values: letters, aimMs: letterAimMs },
      { name: 'check in', values: taps, aimMs: tapAimMs },
    ].map(({ name, values, aimMs }) => {
      const ours = Math.max(...values)
      const what = `${name} among ${signups + 88} dishes, ${slowdown}× slower`
      return { what, unit: 'ms', ours, against: 'aim', theirs: aimMs, ratio: ours / aimMs, aim: '≤ 1' }
    })
  } finally {
    await browser.close()
    await site.stop()
  }
}
