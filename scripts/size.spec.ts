import { describe, expect, it } from 'vitest'
import { findGaps, hopLines, measureSizes } from './size.ts'

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

describe('a gap in a list of files', () => {
  const chain = [
    { from: 'button.tsx', to: 'command.ts', isTypeOnly: false },
    { from: 'command.ts', to: 'send.ts', isTypeOnly: false },
    { from: 'dish.route.ts', to: 'dish-api.ts', isTypeOnly: false },
    { from: 'button.tsx', to: 'dish.ts', isTypeOnly: true },
  ]

  it('is before a file that shares no import with an earlier one', () => {
    expect(findGaps(['button.tsx', 'command.ts', 'send.ts'], chain)).toEqual([])
    expect(findGaps(['button.tsx', 'send.ts'], chain)).toEqual(['send.ts'])
    expect(findGaps(['send.ts', 'button.tsx', 'command.ts'], chain)).toEqual(['button.tsx'])
  })

  it('is not where a request arrives, and a type closes none', () => {
    expect(findGaps(['button.tsx', 'dish-api.ts', 'dish.route.ts'], chain)).toEqual([])
    expect(findGaps(['button.tsx', 'dish.ts'], chain)).toEqual(['dish.ts'])
  })
})
