import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { surviveTranslation } from './translated-pages.ts'

beforeAll(surviveTranslation)
afterEach(cleanup)

/** Puts each text into two elements, as page translation does. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    text.replaceWith(outer)
    outer.append(inner)
    inner.append(`es:${text.nodeValue}`)
  }
}

function Bid({ sent, count, note }: { sent: boolean; count: number; note: string | null }) {
  return (
    <p>
      {sent && <b>Sent</b>}
      {note}
      {sent ? 'Thanks' : <i>Not yet</i>}
      {count}
    </p>
  )
}

it('a translated page goes on changing: texts go, come and change where React puts them', () => {
  const { container, rerender } = render(<Bid sent={false} count={1} note="Hello" />)
  translate(container)
  rerender(<Bid sent count={1} note="Hello" />)
  expect(container.textContent).toBe('Sentes:HelloThankses:1')
  rerender(<Bid sent count={2} note={null} />)
  expect(container.textContent).toBe('SentThanks2')
  translate(container)
  rerender(<Bid sent={false} count={3} note="Back" />)
  expect(container.textContent).toBe('BackNot yet3')
})

it('a translated text that moves leaves no copy behind, and one that goes with its parent is gone', () => {
  const list = (names: readonly string[]) => (
    <>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
      end
    </>
  )
  const { container, rerender, unmount } = render(list(['a', 'b', 'c']))
  translate(container)
  rerender(list(['c', 'b']))
  expect(container.textContent).toBe('es:ces:bes:end')
  unmount()
  expect(container.textContent).toBe('')
})
