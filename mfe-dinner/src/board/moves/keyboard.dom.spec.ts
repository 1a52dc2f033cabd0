import { afterEach, beforeEach, expect, it } from 'vitest'
import { focusDish } from './keyboard.ts'

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`)

beforeEach(() => {
  document.body.innerHTML =
    '<button id="dish" data-dish="pie"></button><button id="cancel"></button><a id="next" href="#a"></a>'
  element('cancel')?.focus()
})
afterEach(() => document.body.replaceChildren())

/** Dispatches the key before the focus moves, as the browser does. */
function press(key: string, target: HTMLElement | null): void {
  element('cancel')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  target?.focus()
}

it('goes on from the dish, also where what was pressed is gone and something else took the focus', async () => {
  const focused = focusDish('pie')
  element('cancel')?.remove()
  element('next')?.focus()
  await focused
  await frame()
  expect(document.activeElement).toBe(element('dish'))
})

it('leaves the focus to who has gone on while the dish was on its way', async () => {
  let moveIsStored = () => {}
  const focused = focusDish('pie', { after: new Promise<void>((resolve) => (moveIsStored = resolve)) })
  press('Tab', element('next'))
  moveIsStored()
  await focused
  await frame()
  expect(document.activeElement).toBe(element('next'))
})

it('leaves the focus to who has gone on before the next frame', async () => {
  await focusDish('pie')
  press('Tab', element('next'))
  await frame()
  expect(document.activeElement).toBe(element('next'))
})
