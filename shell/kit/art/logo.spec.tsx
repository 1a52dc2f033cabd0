import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LogoMarks } from './logo.tsx'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('is the same drawing in the page and in favicon.svg', () => {
  const artTokens = new Map(
    [...read('../styles/tokens.css').matchAll(/(--art-[\w-]+):\s*(#\w+)/g)].map(([, name, hex]) => [name, hex]),
  )
  const marks = renderToStaticMarkup(<LogoMarks />).replace(
    /var\((--art-[\w-]+)\)/g,
    (_, name) => artTokens.get(name) ?? name,
  )

  expect(read('./static/favicon.svg')).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${marks}</svg>\n`,
  )
})
