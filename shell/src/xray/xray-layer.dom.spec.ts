import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersIn, drawnBy } from './xray-layer.tsx'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

describe('what a bundle has drawn', () => {
  it('is told by the class names, once for what lies inside of each other', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(0, 0, this.id === 'empty' ? 0 : 100, 20)
    })
    document.body.innerHTML = `
      <div class="shell-0a1b2c3d-frame"><main class="shell-0a1b2c3d-main">
        <section class="dinner-0a1b2c3d-board"><div class="dinner-4e5f6a7b-zone"></div></section>
        <p class="dinner-0a1b2c3d-word" id="empty"></p>
      </main></div>
      <div class="plain"><div class="dinner-0a1b2c3d-dialog"></div></div>
      <div data-xray><div class="dinner-0a1b2c3d-box"></div></div>
      <div class="other-0a1b2c3d-thing"></div>`
    expect(drawnBy(['shell', 'dinner'], document.body).map(({ by }) => by)).toEqual(['shell', 'dinner', 'dinner'])
  })
})

describe('an answer', () => {
  it('names the module, where it is one of the interface', () => {
    const entry = (path: string, module?: string) =>
      ({
        name: `${location.origin}${path}`,
        startTime: 7,
        duration: 12.4,
        serverTiming: module ? [{ name: module }] : [],
      }) as unknown as PerformanceEntry
    expect(
      answersIn([entry('/api/dinner-slots?x=1', 'dinner'), entry('/api/gate'), entry('/parts/x.js', 'y')]),
    ).toEqual([{ key: '/api/dinner-slots 7', path: '/api/dinner-slots', module: 'dinner', milliseconds: 12 }])
  })
})
