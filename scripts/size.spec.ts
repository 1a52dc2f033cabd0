import { expect, it } from 'vitest'
import { hopLines, measureSizes } from './size.ts'

it('counts production code by area, without tests, fixtures, benches and other files', () => {
  const texts = {
    'backend/src/dinner/undo.ts': 'a\nb\nc\n',
    'backend/src/dinner/undo.int.spec.ts': 'a\n',
    'backend/src/test/test-app.ts': 'a\n',
    'backend/embedded-postgres/src/cluster.ts': 'a\n',
    'mfe-dinner/src/board/board.tsx': 'a\n',
    'mfe-dinner/src/board/board.module.css': 'a\n',
    'bench/main.ts': 'a\n',
    'docs/pools.md': 'a\n',
  }
  expect(measureSizes(Object.keys(texts), (file) => texts[file as keyof typeof texts])).toEqual([
    ['backend/src/dinner', { files: 1, lines: 3 }],
    ['mfe-dinner', { files: 2, lines: 2 }],
    ['backend/embedded-postgres', { files: 1, lines: 1 }],
  ])
})

it('prints the files that a reader opens to follow an action, with how many they are', () => {
  const page = [
    '# Architecture',
    '',
    '## Files by action',
    '- Carve (2, of the domain 1; target 2): [carve.ts](../events/src/dinner/carve.ts) → [app.ts](../backend/src/platform/app.ts)',
    '',
    '## Boundaries',
    '- Not an action (1; target 1): [x.ts](../x.ts)',
  ].join('\n')
  expect(hopLines(page)).toEqual([
    '',
    'Carve (2, of the domain 1)',
    '  events/src/dinner/carve.ts',
    '  backend/src/platform/app.ts',
  ])
})
